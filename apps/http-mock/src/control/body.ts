import * as Effect from "effect/Effect"
import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { problem } from "../wire/problem.ts"
import { deepest, isTooDeep } from "../world/nesting.ts"

const tooDeep = problem(
  400,
  "Bad Request",
  `The body nests deeper than ${deepest} levels. Nothing that the control plane takes does.`
)

/** Why the body of a request is refused whatever the endpoint; nothing when it may be decoded. */
export const refusedBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerResponse.HttpServerResponse | undefined, HttpServerError.HttpServerError> =>
  request.method === "GET" || request.method === "HEAD"
    ? Effect.undefined
    : Effect.map(request.text, (text) => (isTooDeep(text) ? tooDeep : undefined))
