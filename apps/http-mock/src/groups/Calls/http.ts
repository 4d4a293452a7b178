import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Result from "effect/Result"

import * as Caller from "../../Caller.ts"
import type { Call } from "../../calls/Calls.ts"
import * as Events from "../../calls/Events.ts"
import { show } from "../../calls/Shown.ts"
import { toErrorCall, toErrorText, toErrorV1 } from "../../Refusal.ts"
import type { World } from "../../World.ts"
import * as Transitions from "./transitions.ts"

const ofCall = <A>(id: string, answer: (world: World, call: Call) => A) =>
  Caller.read((world, caller) => Result.map(Transitions.reach(world, caller, id), (call) => answer(world, call))).pipe(
    Effect.mapError(toErrorCall)
  )

export const layer = HttpApiBuilder.group(Api, "Calls", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      Caller.read((world, caller) => Transitions.list(world, caller, query)).pipe(Effect.mapError(toErrorText)),
    recent: () => Caller.read(Transitions.recent).pipe(Effect.mapError(toErrorV1)),
    read: ({ params }) => ofCall(params.call_id, show),
    annotate: ({ params, payload }) =>
      Caller.act((world, caller) => Transitions.annotate(world, caller, params.call_id, payload)).pipe(
        Effect.mapError(toErrorV1)
      ),
    eventStream: ({ params }) => ofCall(params.call_id, Events.eventStream),
    events: ({ params }) => ofCall(params.call_id, Events.events)
  })
)
