import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Result from "effect/Result"

import type { Call } from "../../../world/calls/Calls.ts"
import * as Events from "../../../world/calls/events.ts"
import { show } from "../../../world/calls/fields.ts"
import type { World } from "../../../world/model/World.ts"
import * as Caller from "../../run/caller.ts"
import { inCall, inText, inV1 } from "../../run/wording.ts"
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
