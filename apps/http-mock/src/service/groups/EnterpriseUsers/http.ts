import { Api } from "@remote-assist/core/Api"
import { Provision, UserChange } from "@remote-assist/core/EnterpriseUsers"
import type { Page } from "@remote-assist/core/Page"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { toErrorV1R1 } from "../../../wire/serviceErrors.ts"
import * as Sliced from "../../../world/lists/Sliced.ts"
import type { AdministrationContext } from "../../../world/model/TransitionContext.ts"
import type { Step } from "../../../world/model/World.ts"
import * as EncodedPage from "../../../world/users/encodedPage.ts"
import type { Entry } from "../../../world/users/User.ts"
import * as Users from "../../../world/users/Users.ts"
import { administrator } from "../../run/actors.ts"
import { run } from "../../run/run.ts"
import { listedToken } from "../Auth/issue.ts"
import * as Transitions from "./transitions.ts"
import { knownOnly } from "./unknownFields.ts"

const administer = run(administrator("manage_users"), toErrorV1R1)

/** Changes a user by a body, whose fields beyond the known ones may be refused. */
const change = (
  request: HttpServerRequest.HttpServerRequest,
  known: Readonly<Record<string, unknown>>,
  transition: (context: AdministrationContext) => Step<Entry>
) =>
  Effect.flatMap(Effect.orDie(request.json), (body) =>
    administer((context) =>
      Result.map(
        Result.andThen(knownOnly(context, body, known), () => transition(context)),
        ([world, entry]) => [world, context.choose("users.answer") === "entry" ? entry : {}]
      )
    )
  ).pipe(Effect.map(shown))

const shownPage = (context: AdministrationContext, page: Page<number>) => {
  const { users } = context.world
  const tokenAt = (position: number) => listedToken(context, Users.rowAt(users, position))
  return EncodedPage.page(users, page, {
    tokenAt: context.choose("users.token") === "present" ? tokenAt : undefined
  })
}

const shown = (body: unknown) => ({ entry: Option.none(), body })

export const layer = HttpApiBuilder.group(Api, "EnterpriseUsers", (handlers) =>
  handlers.handleAll({
    provision: ({ payload, request }) =>
      change(request, Provision.fields, (context) => Transitions.provision(context, payload)),
    list: ({ query }) =>
      administer((context) =>
        Sliced.map(
          Transitions.list(context, query),
          Result.map((page) => [context.world, shownPage(context, page)] as const)
        )
      ).pipe(Effect.map((json) => HttpServerResponse.text(json, { contentType: "application/json" }))),
    update: ({ params: { user_id }, payload, request }) =>
      change(request, UserChange.fields, (context) =>
        Result.andThen(payload.active === false ? Transitions.mayEnd(context, user_id) : Result.void, () =>
          Transitions.update(context, user_id, payload)
        )
      ),
    remove: ({ params: { user_id } }) =>
      administer((context) =>
        Result.map(
          Result.andThen(Transitions.mayEnd(context, user_id), () => Transitions.remove(context, user_id)),
          ([world]) => [world, context.choose("users.deleted-answer")]
        )
      ).pipe(Effect.map(shown))
  })
)
