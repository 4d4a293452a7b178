import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Pull from "effect/Pull"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { makeStreamedBody, mostKept } from "../tenants/Exchange.ts"
import type { Exchange } from "../tenants/Exchange.ts"

type Response = HttpServerResponse.HttpServerResponse

/** An answer whose body is noted in the journal while it goes out, if it goes out piece by piece. */
export const recordStream = (
  exchange: Exchange | undefined,
  response: Response
): Response | Effect.Effect<Response, never, Scope.Scope> => {
  const { body } = response
  if (exchange === undefined || body._tag !== "Stream") return response
  const noting = makeStreamedBody()
  exchange.streamed = noting
  const stream = body.stream.pipe(
    Stream.map((piece) => {
      noting.body.add(piece)
      return piece
    }),
    Stream.onExit(() => Effect.sync(noting.end))
  )
  // a body that nobody reads ends with its request
  return Effect.as(
    Effect.addFinalizer(() => Effect.sync(noting.end)),
    withBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
  )
}

const withBody = (response: Response, body: HttpBody.HttpBody) => {
  const set = HttpServerResponse.setBody(response, body)
  return "content-type" in response.headers ? set : HttpServerResponse.removeHeader(set, "content-type")
}

const isEndless = ({ headers }: Response) => headers["content-type"]?.startsWith("text/event-stream") === true

/** An answer with its whole body, for faults to change, as far as that is no longer than what the journal keeps. */
export const readWhole = (response: Response): Effect.Effect<Response, never, Scope.Scope> => {
  const { body } = response
  if (body._tag !== "Stream" || (body.contentLength ?? 0) > mostKept || isEndless(response))
    return Effect.succeed(response)
  return Effect.gen(function* () {
    const pull = yield* Stream.toPull(body.stream)
    const pieces: Array<Uint8Array> = []
    let length = 0
    const rest = (stream: Stream.Stream<Uint8Array, unknown>) =>
      withBody(
        response,
        HttpBody.stream(Stream.concat(Stream.fromIterable(pieces), stream), body.contentType, body.contentLength)
      )
    while (length <= mostKept) {
      const next = yield* Effect.exit(Pull.catchDone(pull, () => Effect.undefined))
      if (next._tag === "Failure") return rest(Stream.failCause(next.cause))
      if (next.value === undefined)
        return withBody(response, HttpBody.uint8Array(Buffer.concat(pieces), body.contentType))
      for (const piece of next.value) {
        pieces.push(piece)
        length += piece.length
      }
    }
    return rest(Stream.fromPull(Effect.succeed(pull)))
  })
}
