import { toErrorV1 } from "../../../wire/serviceErrors.ts"
import { user } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1 = run(user, toErrorV1)

export const handlers: Handlers<"OnCallGroups"> = {
  list: ({ query }) => v1((context) => Transitions.list(context, query)),
  favorite: ({ params }) => v1((context) => Transitions.favorite(context, params.group_id)),
  unfavorite: ({ params }) => v1((context) => Transitions.unfavorite(context, params.group_id))
}
