import type { IncomingMessage } from "node:http"

import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cookies from "effect/http/Cookies"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Pull from "effect/Pull"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { Fields } from "../tenants/journal/Passed.ts"
import { endToEnd, fieldsOf, valuesOf } from "./endToEnd.ts"
import { mostKept } from "./Passing.ts"
import type { Passing } from "./Passing.ts"
import { nodeResponse } from "./request.ts"
import type { Onward } from "./Upstream.ts"

const messageOf = (error: unknown) =>
  Predicate.hasProperty(error, "message") && typeof error.message === "string" ? error.message : String(error)

const brokenOff = (address: string, error: unknown) =>
  Predicate.isTagged(error, "UpstreamFailure")
    ? messageOf(error)
    : `The upstream ${address} broke its answer off (${messageOf(error)}).`

/** The bytes of an answer as they come, written down on their way. */
const bodyOf = (answer: IncomingMessage, passing: Passing, address: string): Stream.Stream<Uint8Array, unknown> =>
  NodeStream.fromReadable<Uint8Array, unknown>({ evaluate: () => answer, onError: (error) => error }).pipe(
    Stream.map((piece) => {
      passing.received.add(piece)
      return piece
    }),
    Stream.tapError((error) => Effect.sync(() => passing.fail(brokenOff(address, error)))),
    Stream.onExit((exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit)) passing.fail("The client went away before the whole answer was there.")
        passing.end()
      })
    )
  )

/** The beginning of a body, as far as it can be kept, and the rest; nothing where that was all. */
const begun = Effect.fnUntraced(function* (body: Stream.Stream<Uint8Array, unknown>) {
  const pull = yield* Stream.toPull(body)
  const pieces: Array<Uint8Array> = []
  let length = 0
  while (length <= mostKept) {
    const next = yield* Pull.catchDone(pull, () => Effect.undefined)
    if (next === undefined) return { pieces, rest: undefined }
    for (const piece of next) {
      pieces.push(piece)
      length += piece.length
    }
  }
  return { pieces, rest: Stream.fromPull(Effect.succeed(pull)) }
})

const joined = (fields: Fields) => {
  const headers = new Map<string, string>()
  for (const [name, value] of fields) {
    const known = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`)
  }
  return Headers.fromInput(headers)
}

/** Sets cookies one by one: what names several cannot be joined. */
const withCookies = (
  response: HttpServerResponse.HttpServerResponse,
  cookies: ReadonlyArray<string>,
  { request }: Onward
) => {
  if (cookies.length === 0) return response
  const node = nodeResponse(request)
  if (node === undefined)
    return HttpServerResponse.updateCookies(response, (own) => Cookies.merge(own, Cookies.fromSetCookie([...cookies])))
  // written with the head, as they came
  node.setHeader("set-cookie", [...cookies])
  return response
}

const hasNoBody = (method: string, status: number) => method === "HEAD" || status === 204 || status === 304

/** What the client gets of an answer. */
export const responseOf = (
  answer: IncomingMessage,
  passing: Passing,
  address: string,
  onward: Onward
): Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, Scope.Scope> => {
  const { rawHeaders, statusCode: status = 502, statusMessage = "" } = answer
  const fields = fieldsOf(rawHeaders)
  passing.begin({ status, headers: fields })
  const kept = endToEnd(fields)
  const cookies = valuesOf(kept, "set-cookie")
  const headers = joined(kept.filter(([name]) => name.toLowerCase() !== "set-cookie"))
  const length = headers["content-length"]
  // an empty one is left out, any other name would be told
  const type = headers["content-type"] ?? ""
  const body = bodyOf(answer, passing, address)
  const response = HttpServerResponse.empty({ status, statusText: statusMessage, headers })
  const withBody = (sent: HttpBody.HttpBody) => {
    const whole = HttpServerResponse.setBody(response, sent)
    return withCookies(type === "" ? HttpServerResponse.removeHeader(whole, "content-type") : whole, cookies, onward)
  }
  const size = length === undefined ? undefined : Number(length)
  if (hasNoBody(onward.request.method, status)) {
    answer.resume()
    passing.end()
    return Effect.succeed(withBody(HttpBody.stream(Stream.empty, type, size)))
  }
  if (onward.isWhole && (size ?? 0) <= mostKept && !type.startsWith("text/event-stream"))
    return Effect.map(begun(body), ({ pieces, rest }) =>
      withBody(
        rest === undefined
          ? HttpBody.uint8Array(Buffer.concat(pieces), type)
          : HttpBody.stream(Stream.concat(Stream.fromIterable(pieces), rest), type, size)
      )
    )
  return Effect.succeed(withBody(HttpBody.stream(body, type, size)))
}
