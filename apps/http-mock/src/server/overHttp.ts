import type { IncomingMessage } from "node:http"

import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Answer } from "../wire/Answer.ts"
import { protocolError } from "../wire/errorResponse.ts"
import { chooseFirst } from "../world/gaps/Gaps.ts"

const http = process.getBuiltinModule("node:http")

const isNode = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

/** What node would refuse without a word. Without a socket there is nothing of this; nor is there in HTTP/1.0. */
const refusal = ({ headers, source, url }: HttpServerRequest.HttpServerRequest) => {
  if (!isNode(source) || source.httpVersion !== "1.1") return undefined
  const { expect, host } = headers
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return protocolError(url, 417, `The header expect is ${expect}. Leave it out, or send 100-continue.`, chooseFirst)
  return host === undefined
    ? protocolError(url, 400, "The header host is missing. Send it with the host of the address.", chooseFirst)
    : undefined
}

// without a length an empty answer goes out in chunks, and clients wait for JSON
const withLength = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag === "Empty" && response.status >= 200 && response.status !== 204 && response.status !== 304
    ? HttpServerResponse.setHeader(response, "content-length", "0")
    : response

/** What HTTP asks of every answer, whatever it is about. */
export const overHttp = (answer: Answer): Answer =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const refused = refusal(request)
    return refused === undefined ? Effect.map(answer, withLength) : Effect.succeed(refused)
  })
