import { Provision, UserChange } from "@remote-assist/core/EnterpriseUsers"
import type { UserQuery } from "@remote-assist/core/EnterpriseUsers"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import type { Sliced } from "../../../world/lists/Sliced.ts"
import type { AdministrationContext } from "../../../world/model/TransitionContext.ts"
import type { Step } from "../../../world/model/World.ts"
import * as EncodedPage from "../../../world/users/encodedPage.ts"
import type { Entry } from "../../../world/users/User.ts"
import * as Users from "../../../world/users/Users.ts"
import { administrator } from "../../run/actors.ts"
import type { Handlers } from "../../run/Handlers.ts"
import { run, shownAs } from "../../run/run.ts"
import { listedToken } from "../Auth/issue.ts"
import * as Transitions from "./transitions.ts"
import { knownOnly } from "./unknownFields.ts"

const administer = run(administrator("manage_users"), toErrorV1R1)

const shown = (body: unknown) => ({ entry: Option.none(), body })

/** Changes a user by a body, whose fields beyond the known ones may be refused. */
const change = (
  body: unknown,
  known: Readonly<Record<string, unknown>>,
  transition: (context: AdministrationContext) => Step<Entry>
) =>
  shownAs(
    administer((context) =>
      Result.map(
        Result.andThen(knownOnly(context, body, known), () => transition(context)),
        ([world, entry]) => [world, context.choose("users.answer") === "entry" ? entry : {}]
      )
    ),
    shown
  )

const contentType = "application/json"

/** One page of the users that a query selects, as JSON. */
function* listedPage(context: AdministrationContext, query: UserQuery): Sliced<Step<string | Uint8Array>> {
  const page = yield* Transitions.list(context, query)
  if (Result.isFailure(page)) return Result.fail(page.failure)
  const { users } = context.world
  const tokenAt = (position: number) => listedToken(context, Users.rowAt(users, position))
  const showing = { tokenAt: context.choose("users.token") === "present" ? tokenAt : undefined }
  return Result.succeed([context.world, yield* EncodedPage.page(users, page.success, showing)])
}

export const handlers: Handlers<"EnterpriseUsers"> = {
  provision: ({ body, payload }) =>
    change(body, Provision.fields, (context) => Transitions.provision(context, payload)),
  list: ({ query }) =>
    shownAs(
      administer((context) => listedPage(context, query)),
      (json) =>
        typeof json === "string"
          ? HttpServerResponse.text(json, { contentType })
          : HttpServerResponse.uint8Array(json, { contentType })
    ),
  update: ({ body, params: { user_id }, payload }) =>
    change(body, UserChange.fields, (context) =>
      Result.andThen(payload.active === false ? Transitions.mayEnd(context, user_id) : Result.void, () =>
        Transitions.update(context, user_id, payload)
      )
    ),
  remove: ({ params: { user_id } }) =>
    shownAs(
      administer((context) =>
        Result.map(
          Result.andThen(Transitions.mayEnd(context, user_id), () => Transitions.remove(context, user_id)),
          ([world]) => [world, context.choose("users.deleted-answer")]
        )
      ),
      shown
    )
}
