import { Api } from "@remote-assist/core/Api"
import { Principal } from "@remote-assist/core/Credentials"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { choose } from "../../Gaps.ts"
import { permitted } from "../../Principal.ts"
import { toErrorV1R1 } from "../../Refusal.ts"
import { look, step } from "../../Tenant.ts"
import type { Entry } from "../../users/User.ts"
import type { Step, World } from "../../World.ts"
import * as Transitions from "./transitions.ts"

const permission = "manage_users"

const administer = Effect.fnUntraced(function* <A>(transition: (world: World, now: number) => Step<A>) {
  const principal = yield* Principal
  return yield* step((world, now) =>
    Result.andThen(permitted(world, principal, permission), () => transition(world, now))
  )
}, Effect.mapError(toErrorV1R1))

const body = (content: unknown) => ({ entry: Option.none(), body: content })

const changed = (entry: Entry) =>
  Effect.map(look, ({ world }) => body(choose(world.settings.choices, "users.answer") === "entry" ? entry : {}))

export const layer = HttpApiBuilder.group(Api, "EnterpriseUsers", (handlers) =>
  handlers.handleAll({
    provision: ({ payload }) =>
      Effect.flatMap(
        administer((world, now) => Transitions.provision(world, payload, now)),
        changed
      ),
    list: ({ query }) => administer((world) => Result.map(Transitions.list(world, query), (page) => [world, page])),
    update: ({ params, payload }) =>
      Effect.flatMap(
        administer((world, now) => Transitions.update(world, params.user_id, payload, now)),
        changed
      ),
    remove: ({ params }) =>
      Effect.flatMap(
        administer((world) => Transitions.remove(world, params.user_id)),
        () => Effect.map(look, ({ world }) => body(choose(world.settings.choices, "users.deleted-answer")))
      )
  })
)
