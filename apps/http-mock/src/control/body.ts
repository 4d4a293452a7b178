import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { problem } from "../wire/problem.ts"
import { isTooLarge } from "../wire/tooLarge.ts"
import { deepest, isTooDeep } from "../world/nesting.ts"

const mebibytes = 128

/** The most bytes that a body may have. */
const mostBytes = mebibytes * 1024 * 1024

const tooLarge = problem(
  413,
  "Content Too Large",
  `The body is larger than ${mebibytes} MiB. Send less: a state file is kept with --state, a journal is cleared with DELETE /__mock/journal.`
)

const tooDeep = problem(
  400,
  "Bad Request",
  `The body nests deeper than ${deepest} levels. Nothing that the control plane takes does.`
)

/** Why the body of a request is refused whatever the endpoint; nothing when it may be decoded. */
export const refusedBody = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<HttpServerResponse.HttpServerResponse | undefined, HttpServerError.HttpServerError> => {
  if (request.method === "GET" || request.method === "HEAD") return Effect.undefined
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return Effect.succeed(tooLarge)
  return request.text.pipe(
    Effect.map((text) => (isTooDeep(text) ? tooDeep : undefined)),
    Effect.catchIf(isTooLarge, () => Effect.succeed(tooLarge)),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  )
}
