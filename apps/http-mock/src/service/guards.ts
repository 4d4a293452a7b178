import * as ApiKey from "@remote-assist/core/ApiKey"
import { byId } from "@remote-assist/core/Contract"
import { Principal, UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "@remote-assist/core/Credentials"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { contextOf, deployment } from "../tenants/Deployment.ts"
import { bearerToken, headerOf } from "../wire/bearer.ts"
import * as CredentialHints from "../wire/credentialHints.ts"
import { toErrorText, toErrorV1, toErrorV1R1, toErrorV1Token } from "../wire/serviceErrors.ts"
import type { Choose } from "../world/gaps/Gaps.ts"
import type { TransitionContext } from "../world/model/TransitionContext.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"
import { authenticate } from "./access/authenticate.ts"
import { checkAddress } from "./address.ts"
import type { Addressed } from "./address.ts"
import type { Wording } from "./run/run.ts"

/** Name of the header that carries the API key. */
export const ApiKeyHeader = Context.Reference<string>("@remote-assist/http-mock/ApiKeyHeader", {
  defaultValue: () => defaultApiKeyHeader
})

/** The endpoint that a request is to. */
interface Reached {
  readonly endpoint: Addressed & { readonly identifier: string }
  readonly group: { readonly identifier: string }
}

type Request = HttpServerRequest.HttpServerRequest

type Checked<A = void> = Result.Result<A, Refusal>

const isKey = (choose: Choose, key: string) => choose("api-key.value").some((known) => known === key)

const instead = (place: string | undefined) => (place === undefined ? "" : `, not in ${place}`)

const missingKey = (choose: Choose, header: string, request: Request) =>
  refusal(
    "apiKey",
    `The API key is missing. Send it in the header ${header}${instead(CredentialHints.apiKey(request, header, (value) => isKey(choose, value)))}.`
  )

const missingToken = (request: Request) =>
  refusal(
    "token",
    `The user token is missing. Send it in the header authorization${instead(CredentialHints.userToken(request))}.`
  )

const checkKey = (choose: Choose, header: string, request: Request, key: string | undefined): Checked => {
  if (key === undefined) return Result.fail(missingKey(choose, header, request))
  return isKey(choose, key)
    ? Result.void
    : Result.fail(refusal("apiKey", `The API key is not known. The header ${header} carries it.`))
}

/** The API key of an operation that takes no user token, which leaves the header `authorization` to it. */
const keyAlone = (choose: Choose, header: string, request: Request): string | undefined => {
  const inHeader = headerOf(request, header)
  const form = choose("api-key.form")
  if (form === "header") return inHeader
  return form === "authorization" ? bearerToken(request) : (inHeader ?? bearerToken(request))
}

const enterprise = "/v1r1/enterprise/"

/** Whether an operation with a user token takes requests without an API key; the administration never does. */
const mayLackKey = (choose: Choose, path: string) =>
  !path.startsWith(enterprise) && choose("api-key.beside-token") === "optional"

const checkKeyBesideToken = (choose: Choose, header: string, request: Request, path: string): Checked => {
  const key = headerOf(request, header)
  return key === undefined && mayLackKey(choose, path) ? Result.void : checkKey(choose, header, request, key)
}

const principalOf = (context: TransitionContext, request: Request): Checked<Principal["Service"]> => {
  const token = bearerToken(request)
  if (token === undefined) return Result.fail(missingToken(request))
  return Result.map(authenticate(context, token), ({ pem, sub }) => Principal.of({ subject: sub, permissions: pem }))
}

const checked = <A, E>(
  word: Wording<E>,
  check: (context: TransitionContext, header: string, request: Request) => Checked<A>
): Effect.Effect<A, E, Request> =>
  Effect.flatMap(
    Effect.all([deployment, ApiKeyHeader, HttpServerRequest.HttpServerRequest]),
    ([here, header, request]) => {
      const context = contextOf(here)
      return Effect.fromResult(
        Result.mapError(check(context, header, request), (refused) => word(refused, context.choose))
      )
    }
  )

const takesToken = ({ endpoint, group }: Reached) =>
  byId(`${group.identifier}.${endpoint.identifier}`)?.takesUserToken === true

/** Checks the API key of every operation; the contract puts it around the user token. */
const withKey =
  <E>(word: Wording<E>) =>
  <A, E2, R>(answer: Effect.Effect<A, E2, R>, reached: Reached) =>
    Effect.andThen(
      checked(word, ({ choose }, header, request) =>
        takesToken(reached)
          ? checkKeyBesideToken(choose, header, request, reached.endpoint.path)
          : checkKey(choose, header, request, keyAlone(choose, header, request))
      ),
      answer
    )

/** Checks the user token, whose principal the operation gets, and then what else the address has. */
const withPrincipal =
  <E>(word: Wording<E>) =>
  <A, E2, R>(answer: Effect.Effect<A, E2, R>, { endpoint }: Reached) =>
    Effect.flatMap(
      checked(word, (context, _, request) =>
        Result.andThen(principalOf(context, request), (principal) =>
          Result.map(checkAddress(context.choose, endpoint, request), () => principal)
        )
      ),
      (principal) => Effect.provideService(answer, Principal, principal)
    )

/** Checks the credentials of every request: the API key, and the user token where one is needed. */
export const layer = Layer.mergeAll(
  Layer.succeed(ApiKey.ApiKeyV1, ApiKey.ApiKeyV1.of(withKey(toErrorV1))),
  Layer.succeed(ApiKey.ApiKeyV1Text, ApiKey.ApiKeyV1Text.of(withKey(toErrorText))),
  Layer.succeed(ApiKey.ApiKeyV1R1, ApiKey.ApiKeyV1R1.of(withKey(toErrorV1R1))),
  Layer.succeed(UserTokenV1R1, UserTokenV1R1.of(withPrincipal(toErrorV1R1))),
  Layer.succeed(UserTokenV1, UserTokenV1.of(withPrincipal(toErrorV1Token))),
  Layer.succeed(UserTokenV1Text, UserTokenV1Text.of(withPrincipal(toErrorText)))
)
