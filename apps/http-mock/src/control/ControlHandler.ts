import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"

import { UnsavedChange } from "../persistence/StateErrors.ts"
import { catchUpBoth } from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import { problem } from "../wire/errors.ts"
import { isTooLarge } from "../wire/request.ts"
import { maxDepth, isTooDeep } from "../world/json.ts"
import { CurrentEmulator, CurrentTenant } from "./context.ts"
import type { EmulatorInfo } from "./context.ts"

const mebibytes = 128

const maxBytes = mebibytes * 1024 * 1024

const tooLarge = problem(413, `The body is larger than ${mebibytes} MiB. Send a smaller body.`)

const tooDeep = problem(400, `The body is nested more than ${maxDepth} levels deep. Send a flatter body.`)

/** Returns the error response for a body that is too large or too deep, or `undefined`. */
const checkBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerResponse.HttpServerResponse | undefined, HttpServerError.HttpServerError> => {
  if (request.method === "GET" || request.method === "HEAD") return Effect.undefined
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Effect.succeed(tooLarge)
  return request.text.pipe(
    Effect.map((text) => (isTooDeep(text) ? tooDeep : undefined)),
    Effect.catchIf(isTooLarge, () => Effect.succeed(tooLarge)),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBytes))
  )
}

/** Handles a request to the control plane; returns none for an unknown endpoint. `url` is without the tenant. */
export type ControlHandler = (
  request: HttpServerRequest.HttpServerRequest,
  url: string,
  subject: EmulatorInfo & { readonly tenant: Tenant }
) => Effect.Effect<Option.Option<HttpServerResponse.HttpServerResponse>, never, Scope.Scope>

const malformed = problem(400, "The body breaks off. Send it again.")

const failed = problem(500, "The emulator failed to answer; its log says why. This is a defect of it.")

const withErrors = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catchCause(Effect.asSome(answer), (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (error instanceof UnsavedChange) return Effect.succeedSome(problem(500, error.message))
    const reason = HttpServerError.isHttpServerError(error) ? error.reason._tag : undefined
    if (reason === "RouteNotFound") return Effect.succeedNone
    if (reason === "RequestParseError") return Effect.succeedSome(malformed)
    return Effect.as(Effect.logError(cause), Option.some(failed))
  })

// every body is JSON, but curl sends the content type of a form by default
const asJson = (request: HttpServerRequest.HttpServerRequest, url: string) =>
  request.modify({ url, headers: Headers.set(request.headers, "content-type", "application/json") })

/** The control plane. Its code is loaded by the first request of the process, to keep the start fast. */
const built = Effect.runSync(
  Effect.cached(
    Effect.promise(() => import("./ControlServer.ts")).pipe(
      Effect.flatMap(({ make }) => make),
      Effect.updateContext((_: Context.Context<never>) => Context.make(Scope.Scope, Scope.makeUnsafe()))
    )
  )
)

/** Creates the handler for some tenants. */
export const makeControlHandler =
  (tenants: Tenants): ControlHandler =>
  (request, url, { tenant, ...emulated }) => {
    const sent = asJson(request, url)
    const answer = Effect.filterOrElse(checkBody(sent), Predicate.isNotUndefined, () =>
      Effect.andThen(
        catchUpBoth(tenant),
        Effect.flatMap(built, (answerOf) => answerOf(tenants))
      ).pipe(
        // reads do not change the state
        Effect.tap(() => (request.method === "GET" || request.method === "HEAD" ? Effect.void : tenant.save))
      )
    )
    return withErrors(answer).pipe(
      Effect.provideService(CurrentTenant, tenant),
      Effect.provideService(CurrentEmulator, emulated),
      Effect.provideService(HttpServerRequest.HttpServerRequest, sent)
    )
  }
