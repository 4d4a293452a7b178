import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Result from "effect/Result"

import { noteBytes } from "../../wire/bytesRead.ts"
import { valuesIn } from "../bending/Budget.ts"

const none = () => undefined

const mostValues = 100_000

const parsed = (bytes: ArrayBuffer): unknown => {
  const body = Result.getOrUndefined(Result.try((): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"))))
  return valuesIn(body, mostValues) > mostValues ? undefined : body
}

/**
 * What the body of a request says as JSON, worked out when it is first asked for. A request keeps its bytes, so that who
 * reads it later has the same ones; what is too large, has more than 100,000 values, or breaks off, says nothing here and is refused there.
 */
export const bodyOf = (request: HttpServerRequest, mostBytes: number): Effect.Effect<() => unknown> => {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return Effect.succeed(none)
  const read = Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  return Effect.match(Effect.interruptible(read), {
    onFailure: () => none,
    onSuccess: (bytes) => {
      noteBytes(request, new Uint8Array(bytes))
      let body: { readonly value: unknown } | undefined
      return () => (body ??= { value: parsed(bytes) }).value
    }
  })
}
