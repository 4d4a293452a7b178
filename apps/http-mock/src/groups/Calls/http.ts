import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Result from "effect/Result"

import * as Caller from "../../Caller.ts"
import type { Call } from "../../calls/Calls.ts"
import * as Events from "../../calls/Events.ts"
import { show } from "../../calls/Shown.ts"
import { inCall, inText, inV1 } from "../../Wording.ts"
import type { World } from "../../World.ts"
import * as Transitions from "./transitions.ts"

const ofCall = <A>(id: string, answer: (world: World, call: Call) => A) =>
  inCall(
    Caller.read((world, caller) => Result.map(Transitions.reach(world, caller, id), (call) => answer(world, call)))
  )

export const layer = HttpApiBuilder.group(Api, "Calls", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => inText(Caller.read((world, caller) => Transitions.list(world, caller, query))),
    recent: () => inV1(Caller.read(Transitions.recent)),
    read: ({ params }) => ofCall(params.call_id, show),
    annotate: ({ params, payload }) =>
      inV1(Caller.act((world, caller) => Transitions.annotate(world, caller, params.call_id, payload))),
    eventStream: ({ params }) => ofCall(params.call_id, Events.eventStream),
    events: ({ params }) => ofCall(params.call_id, Events.events)
  })
)
