import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"

import manifest from "../../package.json" with { type: "json" }
import type { Exchange } from "../tenants/Journal.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { shellQuote } from "../wire/shellQuote.ts"
import { hidden } from "./journalBodies.ts"
import type { Hide } from "./journalBodies.ts"
import { makeRedaction, withheld } from "./journalRedaction.ts"
import type { Writing, Redaction } from "./journalRedaction.ts"

// what curl sets itself, and what a browser adds
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|sec-.*)$/

// between these stands the name of a variable; they are no characters (Unicode, 23.7), so no text has them
const [open, close] = ["\uFDD0", "\uFDD1"]

const variable = new RegExp(`(${open}\\w+${close})`)

const written = (text: string) =>
  text
    .split(variable)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(open) ? `"$${part.slice(1, -1)}"` : shellQuote(part)))
    .join("")

const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

// of one that was passed on, the journal keeps a part
const isCut = ({ upstreamCall }: Exchange) =>
  upstreamCall !== undefined && upstreamCall.body.total > upstreamCall.body.length

const defaults = ["accept", "user-agent", "content-type"]

/**
 * The request as a line for a POSIX shell; secrets are its variables `API_KEY`, `TOKEN`, `PASSWORD` and so on, and
 * `BODY` is a body that is not shown.
 */
export const toCurl = (exchange: Exchange, writing: Writing): string => {
  const { body = new Uint8Array(), headers, method, url } = exchange
  const hide: Hide = (name) => `${open}${name}${close}`
  const redacted = makeRedaction(exchange, writing, hide)
  const content = redacted.requestBody(decodeContent(body))
  const sent = Object.entries(headers).filter(([name]) => !own.test(name))
  const names = new Set(sent.map(([name]) => name))
  const given = sent.map(([name, value]) => {
    const shown = redacted.header(name, value)
    return `-H ${written(shown === "" ? `${name};` : `${name}: ${shown}`)}`
  })
  const dropped = defaults.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
  const data =
    content === undefined
      ? [`--data-raw ${written(hide("BODY"))}`]
      : body.length === 0
        ? []
        : [content.encoding === undefined ? `--data-raw ${written(content.text)}` : "--data-binary @-"]
  const line = [
    "curl -sS -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${written(method)}`,
    written(writing.origin + redacted.url(url)),
    ...given,
    ...dropped,
    ...data
  ].join(" ")
  if (content === undefined) return `${line} # ${withheld}`
  if (isCut(exchange)) return `${line} # Of the body the first ${body.length} bytes are kept, and no more.`
  return content.encoding === undefined || body.length === 0 ? line : `printf '${octal(body)}' | ${line}`
}

type Json = Schema.JsonObject

const statusText = new Map(Object.entries(process.getBuiltinModule("node:http").STATUS_CODES))

const named = (pairs: Iterable<readonly [string, string]>): Schema.Json =>
  [...pairs].map(([name, value]) => ({ name, value }))

const headersOf = (headers: Headers.Headers | Readonly<Record<string, string>>, redacted: Redaction) =>
  named(Object.entries(headers).map(([name, value]) => [name, redacted.header(name, value)]))

// only an answer has a field that says so
const binary = { comment: "The bytes are no UTF-8: the text is their Base64." }

const sentOf = (body: Uint8Array, mimeType: string, redacted: Redaction): Json => {
  const shown = redacted.requestBody(decodeContent(body))
  if (shown === undefined) return { mimeType, text: "", comment: withheld }
  return { mimeType, text: shown.text, ...(shown.encoding === undefined ? {} : binary) }
}

const requestOf = (exchange: Exchange, { origin }: Writing, redacted: Redaction): Json => {
  const { body = new Uint8Array(), headers, method, query } = exchange
  return {
    method,
    url: origin + redacted.url(exchange.url),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(headers, redacted),
    queryString: named(new URLSearchParams(redacted.url(query))),
    headersSize: -1,
    bodySize: body.length,
    ...(body.length === 0 ? {} : { postData: sentOf(body, headers["content-type"] ?? "", redacted) })
  }
}

const contentOf = (response: HttpServerResponse.HttpServerResponse, redacted: Redaction): Json => {
  const bytes = responseBytes(response)
  const shown = redacted.answerBody(decodeContent(bytes))
  const content = { size: bytes.length, mimeType: response.headers["content-type"] ?? "" }
  return shown === undefined ? { ...content, text: "", comment: withheld } : { ...content, ...shown }
}

const nothing = { size: 0, mimeType: "" }

// a status of 0 stands for no answer, as in the exports of browsers
const responseOf = ({ answer }: Exchange, redacted: Redaction): Json => ({
  status: answer?.status ?? 0,
  statusText: statusText.get(String(answer?.status)) ?? "",
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: answer === undefined ? [] : headersOf(answer.headers, redacted),
  content: answer === undefined ? nothing : contentOf(answer, redacted),
  redirectURL: "",
  headersSize: -1,
  bodySize: answer === undefined ? -1 : responseBytes(answer).length
})

const entryOf = (exchange: Exchange, writing: Writing): Json => {
  const redacted = makeRedaction(exchange, writing, () => hidden)
  const time = Number(exchange.duration ?? 0n) / 1e6
  return {
    startedDateTime: new Date(exchange.arrivedAt).toISOString(),
    time,
    request: requestOf(exchange, writing, redacted),
    response: responseOf(exchange, redacted),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _id: exchange.id,
    _at: new Date(exchange.at).toISOString(),
    ...(exchange.faults.length === 0 ? {} : { _faults: exchange.faults })
  }
}

/** Exchanges as an HTTP archive (HAR 1.2). */
export const toHar = (exchanges: ReadonlyArray<Exchange>, writing: Writing): Json => {
  return {
    log: {
      version: "1.2",
      creator: { name: manifest.name, version: manifest.version },
      entries: exchanges.map((exchange) => entryOf(exchange, writing))
    }
  }
}
