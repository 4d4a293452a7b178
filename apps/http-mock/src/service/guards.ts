import * as ApiKey from "@remote-assist/core/ApiKey"
import { Principal, UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "@remote-assist/core/Credentials"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

import { look } from "../tenants/Tenant.ts"
import * as Misplaced from "../wire/credentialHints.ts"
import { choose } from "../world/gaps/Gaps.ts"
import type { World } from "../world/model/World.ts"
import { refusal } from "../world/Refusal.ts"
import { authenticate } from "./access/authenticate.ts"
import { inText, inV1, inV1R1, inV1Token } from "./run/wording.ts"

/** Name of the header that carries the API key. */
export const ApiKeyHeader = Context.Reference<string>("@remote-assist/http-mock/Guard/ApiKeyHeader", {
  defaultValue: () => defaultApiKeyHeader
})

interface Endpoint {
  readonly path: string
  readonly middlewares: ReadonlySet<unknown>
}

type Request = HttpServerRequest.HttpServerRequest

const headerIn = (request: Request, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]?.trim()
  return value === "" ? undefined : value
}

/** What the authorization header carries, with or without `Bearer`; nothing when it is empty. */
export const tokenIn = (request: Request): string | undefined => {
  const value = headerIn(request, "authorization")?.replace(/^Bearer(?: +|$)/i, "")
  return value === "" ? undefined : value
}

const isKey = (world: World, key: string | undefined) =>
  key !== undefined && choose(world.settings.choices, "api-key.value").some((known) => known === key)

const instead = (place: string | undefined) => (place === undefined ? "" : `, not in ${place}`)

const missingKey = (world: World, header: string, request: Request) =>
  refusal(
    "apiKey",
    `The API key is missing. Send it in the header ${header}${instead(Misplaced.apiKey(request, header, (value) => isKey(world, value)))}.`
  )

const missingToken = (request: Request) =>
  refusal(
    "token",
    `The user token is missing. Send it in the header authorization${instead(Misplaced.userToken(request))}.`
  )

const keyIn = (world: World, header: string, request: Request, tokenGoesElsewhere: boolean) => {
  const inHeader = headerIn(request, header)
  if (!tokenGoesElsewhere) return inHeader
  const form = choose(world.settings.choices, "api-key.form")
  if (form === "header") return inHeader
  return form === "authorization" ? tokenIn(request) : (inHeader ?? tokenIn(request))
}

const tokens: ReadonlyArray<unknown> = [UserTokenV1, UserTokenV1Text, UserTokenV1R1]

const takesToken = (middlewares: ReadonlySet<unknown>) => tokens.some((tag) => middlewares.has(tag))

const enterprise = "/v1r1/enterprise/"

/** Whether an operation with a user token takes requests without an API key; the administration never does. */
const mayLackKey = (world: World, path: string) =>
  !path.startsWith(enterprise) && choose(world.settings.choices, "api-key.beside-token") === "optional"

const checkKey = (world: World, header: string, request: Request, { middlewares, path }: Endpoint) => {
  const withToken = takesToken(middlewares)
  const key = keyIn(world, header, request, !withToken)
  if (key === undefined)
    return withToken && mayLackKey(world, path) ? Result.void : Result.fail(missingKey(world, header, request))
  return isKey(world, key)
    ? Result.void
    : Result.fail(refusal("apiKey", `The API key is not known. The header ${header} carries it.`))
}

const checked = Effect.fnUntraced(function* (endpoint: Endpoint) {
  const { world } = yield* look
  const header = yield* ApiKeyHeader
  const request = yield* HttpServerRequest.HttpServerRequest
  return yield* Effect.fromResult(checkKey(world, header, request, endpoint))
})

const principal = Effect.fnUntraced(function* (endpoint: Endpoint) {
  // the API key goes first, in whatever order the contract names the two
  yield* checked(endpoint)
  const { now, world } = yield* look
  const request = yield* HttpServerRequest.HttpServerRequest
  const token = tokenIn(request)
  if (token === undefined) return yield* Effect.fail(missingToken(request))
  const { pem, sub } = yield* Effect.fromResult(authenticate(world, token, now))
  return Principal.of({ subject: sub, permissions: pem })
})

const withPrincipal =
  <E>(worded: (found: ReturnType<typeof principal>) => Effect.Effect<Principal["Service"], E, Request>) =>
  <A, E2, R>(answer: Effect.Effect<A, E2, R>, { endpoint }: { readonly endpoint: Endpoint }) =>
    Effect.flatMap(worded(principal(endpoint)), (found) => Effect.provideService(answer, Principal, found))

/** Checks the credentials of every request: the API key, and the user token where one is needed. */
export const layer = Layer.mergeAll(
  Layer.succeed(
    ApiKey.ApiKeyV1,
    ApiKey.ApiKeyV1.of((answer, { endpoint }) => Effect.andThen(inV1(checked(endpoint)), answer))
  ),
  Layer.succeed(
    ApiKey.ApiKeyV1R1,
    ApiKey.ApiKeyV1R1.of((answer, { endpoint }) => Effect.andThen(inV1R1(checked(endpoint)), answer))
  ),
  Layer.succeed(UserTokenV1R1, UserTokenV1R1.of(withPrincipal(inV1R1))),
  Layer.succeed(UserTokenV1, UserTokenV1.of(withPrincipal(inV1Token))),
  Layer.succeed(UserTokenV1Text, UserTokenV1Text.of(withPrincipal(inText)))
)
