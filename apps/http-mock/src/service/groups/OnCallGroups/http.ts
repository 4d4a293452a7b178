import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import * as Caller from "../../run/caller.ts"
import { inV1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"

export const layer = HttpApiBuilder.group(Api, "OnCallGroups", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => inV1(Caller.read((world, caller) => Transitions.list(world, caller, query))),
    favorite: ({ params }) => inV1(Caller.act((world, caller) => Transitions.favorite(world, caller, params.group_id))),
    unfavorite: ({ params }) =>
      inV1(Caller.act((world, caller) => Transitions.unfavorite(world, caller, params.group_id)))
  })
)
