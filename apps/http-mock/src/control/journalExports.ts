import { shellQuote } from "@remote-assist/core/Text"
import type * as Headers from "effect/http/Headers"
import type * as Schema from "effect/Schema"

import manifest from "../../package.json" with { type: "json" }
import type { Exchange } from "../tenants/Journal.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { hideWhole, makeRedaction, markVariable, withheld } from "./journalRedaction.ts"
import type { Redaction, RedactionOptions } from "./journalRedaction.ts"

export interface ExportOptions extends RedactionOptions {
  /** The origin of the emulator, such as `http://127.0.0.1:4010`. */
  readonly origin: string
}

// headers that curl or a browser sets
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|sec-.*)$/

const quote = (text: string) =>
  text
    .split(/(\uFDD0\w+\uFDD1)/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("\uFDD0") ? `"$${part.slice(1, -1)}"` : shellQuote(part)))
    .join("")

const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

// the journal has only the start of a large body that was sent to an upstream
const isCut = ({ upstreamCall }: Exchange) =>
  upstreamCall !== undefined && upstreamCall.body.total > upstreamCall.body.length

const defaults = ["accept", "user-agent", "content-type"]

/** Formats a request as a curl command; secrets are shell variables such as `API_KEY`, and `BODY` is an omitted body. */
export const toCurl = (exchange: Exchange, options: ExportOptions): string => {
  const { body = new Uint8Array(), headers, method, url } = exchange
  const redacted = makeRedaction(exchange, options, markVariable)
  const content = redacted.body(decodeContent(body), true)
  const sent = Object.entries(headers).filter(([name]) => !own.test(name))
  const names = new Set(sent.map(([name]) => name))
  const headerArgs = sent.map(([name, value]) => {
    const shown = redacted.header(name, value)
    return `-H ${quote(shown === "" ? `${name};` : `${name}: ${shown}`)}`
  })
  const dropped = defaults.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
  const data =
    content === undefined
      ? [`--data-raw ${quote(markVariable("BODY"))}`]
      : body.length === 0
        ? []
        : [content.encoding === undefined ? `--data-raw ${quote(content.text)}` : "--data-binary @-"]
  const line = [
    "curl -sS -g --path-as-is",
    method === "HEAD" ? "-I" : `-X ${quote(method)}`,
    quote(options.origin + redacted.url(url)),
    ...headerArgs,
    ...dropped,
    ...data
  ].join(" ")
  if (content === undefined) return `${line} # ${withheld}`
  if (isCut(exchange)) return `${line} # The journal has only the first ${body.length} bytes of the body.`
  return content.encoding === undefined || body.length === 0 ? line : `printf '${octal(body)}' | ${line}`
}

type Json = Schema.JsonObject

const { STATUS_CODES } = process.getBuiltinModule("node:http")

const named = (pairs: Iterable<readonly [string, string]>): Schema.Json =>
  [...pairs].map(([name, value]) => ({ name, value }))

const headersOf = (headers: Headers.Headers | Readonly<Record<string, string>>, redacted: Redaction) =>
  named(Object.entries(headers).map(([name, value]) => [name, redacted.header(name, value)]))

// only a response has a field for the encoding
const binary = { comment: "The text is Base64, as the body is not UTF-8." }

const sentOf = (body: Uint8Array, mimeType: string, redacted: Redaction): Json => {
  const shown = redacted.body(decodeContent(body), true)
  if (shown === undefined) return { mimeType, text: "", comment: withheld }
  return { mimeType, text: shown.text, ...(shown.encoding === undefined ? {} : binary) }
}

const requestOf = (exchange: Exchange, { origin }: ExportOptions, redacted: Redaction): Json => {
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

const responseOf = ({ answer }: Exchange, redacted: Redaction): Json => {
  const bytes = answer === undefined ? new Uint8Array() : responseBytes(answer)
  const shown = redacted.body(decodeContent(bytes), false) ?? { text: "", comment: withheld }
  return {
    // 0 means no response, as in the exports of browsers
    status: answer?.status ?? 0,
    statusText: STATUS_CODES[answer?.status ?? 0] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(answer?.headers ?? {}, redacted),
    content: { size: bytes.length, mimeType: answer?.headers["content-type"] ?? "", ...shown },
    redirectURL: "",
    headersSize: -1,
    bodySize: answer === undefined ? -1 : bytes.length
  }
}

const entryOf = (exchange: Exchange, options: ExportOptions): Json => {
  const redacted = makeRedaction(exchange, options, hideWhole)
  const time = Number(exchange.duration ?? 0n) / 1e6
  return {
    startedDateTime: new Date(exchange.arrivedAt).toISOString(),
    time,
    request: requestOf(exchange, options, redacted),
    response: responseOf(exchange, redacted),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _id: exchange.id,
    _at: new Date(exchange.at).toISOString(),
    ...(exchange.faults.length === 0 ? {} : { _faults: exchange.faults })
  }
}

/** Formats exchanges as an HTTP archive (HAR 1.2). */
export const toHar = (exchanges: ReadonlyArray<Exchange>, options: ExportOptions): Json => ({
  log: {
    version: "1.2",
    creator: { name: manifest.name, version: manifest.version },
    entries: exchanges.map((exchange) => entryOf(exchange, options))
  }
})
