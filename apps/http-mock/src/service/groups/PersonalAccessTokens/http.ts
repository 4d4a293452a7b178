import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import type { PersonalAccessToken } from "../../../world/model/rows.ts"
import type { CallerContext } from "../../../world/model/TransitionContext.ts"
import { user } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run, shownAs } from "../../run/run.ts"
import * as Transitions from "./transitions.ts"

const v1r1 = run(user, toErrorV1R1)

const created = ({ description, id, token }: PersonalAccessToken) => ({ description, id, token: Redacted.make(token) })

const shown = ({ choose }: CallerContext, made: PersonalAccessToken) =>
  choose("pat.shown") === "always" ? created(made) : { description: made.description, id: made.id }

export const handlers: Handlers<"PersonalAccessTokens"> = {
  list: () =>
    v1r1((context) =>
      Result.map(Transitions.list(context), ([world, all]) => [world, all.map((made) => shown(context, made))])
    ),
  create: () => shownAs(v1r1(Transitions.create), created),
  read: ({ params }) =>
    v1r1((context) =>
      Result.map(Transitions.read(context, params.id), ([world, made]) => [world, shown(context, made)])
    ),
  remove: ({ params }) => v1r1((context) => Transitions.remove(context, params.id))
}
