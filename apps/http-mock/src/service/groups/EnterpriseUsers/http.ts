import { Api } from "@remote-assist/core/Api"
import { Principal } from "@remote-assist/core/Credentials"
import { Provision, UserChange } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { look, step } from "../../../tenants/Tenant.ts"
import { choose } from "../../../world/gaps/Gaps.ts"
import type { Step, World } from "../../../world/model/World.ts"
import type { Refusal } from "../../../world/Refusal.ts"
import * as Encoded from "../../../world/users/encodedPage.ts"
import type { Entry } from "../../../world/users/User.ts"
import { permitted } from "../../access/authenticate.ts"
import { inV1R1 } from "../../run/wording.ts"
import * as Transitions from "./transitions.ts"
import { knownOnly } from "./unknownFields.ts"

const permission = "manage_users"

const administer = Effect.fnUntraced(function* <A>(
  transition: (world: World, now: number, subject: string) => Step<A>,
  check: Effect.Effect<void, Refusal> = Effect.void
) {
  const principal = yield* Principal
  yield* check
  return yield* step((world, now) =>
    Result.andThen(permitted(world, principal, permission), () => transition(world, now, principal.subject))
  )
}, inV1R1)

const body = (content: unknown) => ({ entry: Option.none(), body: content })

const changed = (entry: Entry) =>
  Effect.map(look, ({ world }) => body(choose(world.settings.choices, "users.answer") === "entry" ? entry : {}))

export const layer = HttpApiBuilder.group(Api, "EnterpriseUsers", (handlers) =>
  handlers.handleAll({
    provision: ({ payload, request }) =>
      Effect.flatMap(
        administer((world, now) => Transitions.provision(world, payload, now), knownOnly(request, Provision.fields)),
        changed
      ),
    list: ({ query }) =>
      Effect.map(
        administer((world) =>
          Result.map(Transitions.list(world, query), (page) => [world, Encoded.page(world.users, page)])
        ),
        (json) => HttpServerResponse.text(json, { contentType: "application/json" })
      ),
    update: ({ params: { user_id }, payload, request }) =>
      Effect.flatMap(
        administer(
          (world, now, subject) =>
            Result.andThen(payload.active === false ? Transitions.mayEnd(world, subject, user_id) : Result.void, () =>
              Transitions.update(world, user_id, payload, now)
            ),
          knownOnly(request, UserChange.fields)
        ),
        changed
      ),
    remove: ({ params: { user_id } }) =>
      Effect.flatMap(
        administer((world, _, subject) =>
          Result.andThen(Transitions.mayEnd(world, subject, user_id), () => Transitions.remove(world, user_id))
        ),
        () => Effect.map(look, ({ world }) => body(choose(world.settings.choices, "users.deleted-answer")))
      )
  })
)
