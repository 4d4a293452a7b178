import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Schema from "effect/Schema"

import manifest from "../../../package.json" with { type: "json" }
import type { Exchange } from "../../tenants/journal/Exchange.ts"
import * as Content from "../../wire/content.ts"
import type { Writing } from "./curl.ts"
import * as Secrets from "./secrets.ts"

type Json = Schema.JsonObject

const statusText = new Map(Object.entries(process.getBuiltinModule("node:http").STATUS_CODES))

const named = (pairs: Iterable<readonly [string, string]>): Schema.Json =>
  [...pairs].map(([name, value]) => ({ name, value }))

const headersOf = (
  headers: Headers.Headers | Readonly<Record<string, string>>,
  { apiKeyHeader }: Writing,
  hide: Secrets.Hide
) => named(Object.entries(headers).map(([name, value]) => [name, Secrets.inHeader(name, value, apiKeyHeader, hide)]))

const requestOf = (exchange: Exchange, writing: Writing, hide: Secrets.Hide): Json => {
  const { body, headers, method, query } = exchange
  const { text } = Content.of(body ?? new Uint8Array())
  const address = writing.origin + Secrets.inUrl(exchange.url, hide)
  return {
    method,
    url: address,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headersOf(headers, writing, hide),
    queryString: named(new URLSearchParams(Secrets.inUrl(query, hide))),
    headersSize: -1,
    bodySize: body?.length ?? 0,
    ...(body === undefined || body.length === 0
      ? {}
      : { postData: { mimeType: headers["content-type"] ?? "", text: Secrets.inBody(text, hide) } })
  }
}

const contentOf = (response: HttpServerResponse.HttpServerResponse, hide: Secrets.Hide): Json => {
  const bytes = Content.answerBytes(response)
  const { encoding, text } = Content.of(bytes)
  return {
    size: bytes.length,
    mimeType: response.headers["content-type"] ?? "",
    text: encoding === undefined ? Secrets.inBody(text, hide) : text,
    ...(encoding === undefined ? {} : { encoding })
  }
}

const nothing = { size: 0, mimeType: "" }

// a status of 0 stands for no answer, as in the exports of browsers
const responseOf = ({ answer }: Exchange, writing: Writing, hide: Secrets.Hide): Json => ({
  status: answer?.status ?? 0,
  statusText: statusText.get(String(answer?.status)) ?? "",
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: answer === undefined ? [] : headersOf(answer.headers, writing, hide),
  content: answer === undefined ? nothing : contentOf(answer, hide),
  redirectURL: "",
  headersSize: -1,
  bodySize: answer === undefined ? -1 : Content.answerBytes(answer).length
})

const entryOf = (exchange: Exchange, writing: Writing, hide: Secrets.Hide): Json => {
  const time = Number(exchange.took ?? 0n) / 1e6
  return {
    startedDateTime: new Date(exchange.arrivedAt).toISOString(),
    time,
    request: requestOf(exchange, writing, hide),
    response: responseOf(exchange, writing, hide),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _id: exchange.id,
    _at: new Date(exchange.at).toISOString(),
    ...(exchange.faults.length === 0 ? {} : { _faults: exchange.faults })
  }
}

/** Exchanges as an HTTP archive (HAR 1.2). */
export const of = (exchanges: ReadonlyArray<Exchange>, writing: Writing): Json => {
  const hide: Secrets.Hide = (_, secret) => (writing.secrets ? secret : Secrets.hidden)
  return {
    log: {
      version: "1.2",
      creator: { name: manifest.name, version: manifest.version },
      entries: exchanges.map((exchange) => entryOf(exchange, writing, hide))
    }
  }
}
