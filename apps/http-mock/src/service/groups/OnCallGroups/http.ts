import { Api } from "@remote-assist/core/Api"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { user } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(user, toErrorV1)

export const layer = HttpApiBuilder.group(Api, "OnCallGroups", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => v1((context) => Transitions.list(context, query)),
    favorite: ({ params }) => v1((context) => Transitions.favorite(context, params.group_id)),
    unfavorite: ({ params }) => v1((context) => Transitions.unfavorite(context, params.group_id))
  })
)
