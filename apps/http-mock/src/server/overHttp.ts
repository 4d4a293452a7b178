import type { IncomingMessage } from "node:http"

import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Answer } from "../wire/Answer.ts"
import { mayHave } from "./body.ts"
import { httpRefusal } from "./httpRefusal.ts"

type Request = HttpServerRequest.HttpServerRequest

const http = process.getBuiltinModule("node:http")

const isNode = (source: object): source is IncomingMessage => source instanceof http.IncomingMessage

const advice: ReadonlyMap<string, string> = new Map([
  ["host", "with the host of the address"],
  ["authorization", "with one token or API key"],
  ["content-type", "with the type of the body"]
])

const noHost = "The header host is missing. Send it with the host of the address."

// node takes the first of them
const twice = ({ rawHeaders }: IncomingMessage): string | undefined => {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ""
    if (!advice.has(name)) continue
    if (seen.has(name)) return `The header ${name} comes more than once. Send it once, ${advice.get(name)}.`
    seen.add(name)
  }
  return undefined
}

const encodedTransfer = (encoding: string) =>
  `The header transfer-encoding is ${encoding}, of which chunked alone is known. Send the body as it is.`

/** What of a request on a socket is not HTTP (RFC 9112), and node lets pass; HTTP/1.0 asks for less. */
const onSocket = (source: IncomingMessage, { headers, url }: Request) => {
  const repeated = twice(source)
  if (repeated !== undefined) return httpRefusal(url, 400, repeated)
  const { expect, host, "transfer-encoding": transfer = "chunked" } = headers
  if (transfer.trim().toLowerCase() !== "chunked") return httpRefusal(url, 501, encodedTransfer(transfer))
  if (source.httpVersion !== "1.1") return undefined
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return httpRefusal(url, 417, `The header expect is ${expect}. Leave it out, or send 100-continue.`)
  return host === undefined ? httpRefusal(url, 400, noHost) : undefined
}

/** Why a body is not read: it is compressed, and taken as it stands it would be another. */
export const encoded = (request: Request) => {
  const encoding = request.headers["content-encoding"]?.trim() || "identity"
  return encoding.toLowerCase() === "identity" || !mayHave(request)
    ? undefined
    : httpRefusal(
        request.url,
        415,
        `The header content-encoding is ${encoding}. Send the body as it is, without the header.`
      )
}

const refusal = (request: Request, passesOn: boolean) =>
  (isNode(request.source) ? onSocket(request.source, request) : undefined) ?? (passesOn ? undefined : encoded(request))

// without a length an empty answer goes out in chunks, and clients wait for JSON
const withLength = (response: HttpServerResponse.HttpServerResponse) =>
  response.body._tag === "Empty" && response.status >= 200 && response.status !== 204 && response.status !== 304
    ? HttpServerResponse.setHeader(response, "content-length", "0")
    : response

/** What HTTP asks of every answer, whatever it is about; whether a body is compressed is left to what passes some on. */
export const overHttp = (answer: Answer, passesOn: boolean): Answer =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const refused = refusal(request, passesOn)
    return refused === undefined ? Effect.map(answer, withLength) : Effect.succeed(refused)
  })
