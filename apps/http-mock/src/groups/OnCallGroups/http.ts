import { Api } from "@remote-assist/core/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import * as Caller from "../../Caller.ts"
import { toErrorV1 } from "../../Refusal.ts"
import * as Transitions from "./transitions.ts"

export const layer = HttpApiBuilder.group(Api, "OnCallGroups", (handlers) =>
  handlers.handleAll({
    list: ({ query }) =>
      Caller.read((world, caller) => Transitions.list(world, caller, query)).pipe(Effect.mapError(toErrorV1)),
    favorite: ({ params }) =>
      Caller.act((world, caller) => Transitions.favorite(world, caller, params.group_id)).pipe(
        Effect.mapError(toErrorV1)
      ),
    unfavorite: ({ params }) =>
      Caller.act((world, caller) => Transitions.unfavorite(world, caller, params.group_id)).pipe(
        Effect.mapError(toErrorV1)
      )
  })
)
