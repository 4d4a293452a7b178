import * as ByteSize from "effect/ByteSize"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import { hasBody } from "effect/http/HttpMethod"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

import { isTooLarge } from "../wire/tooLarge.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"

type Request = HttpServerRequest.HttpServerRequest

/** The bytes of a body, nothing where there is none, or why they cannot be had. */
export type Body = Result.Result<Uint8Array | undefined, Refusal>

export const none: Body = Result.succeed(undefined)

/** Whether a request may have a body. */
export const mayHave = ({ headers, method }: Request): boolean =>
  headers["content-length"] === undefined
    ? headers["transfer-encoding"] !== undefined || hasBody(method)
    : headers["content-length"] !== "0"

const unreadable = refusal("badInput", "The body ended before its end. Send all of it.")

/** Waits for the body of a request, of so many bytes at the most. */
export const read = (request: Request, mostBytes: number, tooLarge: Refusal): Effect.Effect<Body> =>
  Effect.match(Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes)), {
    onFailure: (error) => Result.fail(isTooLarge(error) ? tooLarge : unreadable),
    onSuccess: (bytes) => Result.succeed(new Uint8Array(bytes))
  })

const mostDropped = 64 * 1024 * 1024

const longestDrop = Duration.seconds(5)

/** Reads a body that is refused unread, within bounds: many clients read no answer before they have sent all (RFC 9112, 9.6). */
export const drop = (request: Request): Effect.Effect<void> => {
  // who asks first has sent none of it
  if (request.headers["expect"] !== undefined) return Effect.void
  let bytes = 0
  return request.stream.pipe(
    Stream.runForEachWhile((piece) => Effect.sync(() => (bytes += piece.length) < mostDropped)),
    Effect.timeoutOption(longestDrop),
    Effect.ignore
  )
}
