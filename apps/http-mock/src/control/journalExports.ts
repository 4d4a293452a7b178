import { isPublicName, isSecretName, mentionsSecret } from "@remote-assist/core/Secrets"
import { identity } from "effect/Function"
import type * as Headers from "effect/http/Headers"
import type * as Schema from "effect/Schema"

import manifest from "../../package.json" with { type: "json" }
import type { Exchange } from "../tenants/Journal.ts"
import { splitBearer, withoutBearer } from "../wire/request.ts"
import type * as Content from "../wire/response.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import { shellQuote } from "../world/json.ts"
import {
  hasSecretField,
  makeTextRedactor,
  maxSecrets,
  minSecretLength,
  replaceParameters,
  replaceValues,
  toVariable
} from "./journalBodies.ts"
import type { Hide, Replacement } from "./journalBodies.ts"

export interface ExportOptions {
  /** The origin of the emulator, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly apiKeyHeader: string
  /** Whether to include secrets. */
  readonly secrets: boolean
  /** The valid API keys. */
  readonly apiKeys: ReadonlyArray<string>
}

/** Removes the secrets from the headers, URLs and bodies of an exchange. */
type Redaction = ReturnType<typeof makeRedaction>

/** The explanation for an omitted body. */
export const withheld = `The body may contain a secret: it is not JSON or a form, or has more than ${maxSecrets} secrets. Use secrets=true to see it.`

const noRedaction = {
  header: (_: string, value: string) => value,
  url: identity<string>,
  requestBody: identity<Content.Content>,
  answerBody: identity<Content.Content>
}

const logInPath = /auth|log-?in|sign|token|regist|session|password/i

// a request without an operation may be a log-in with a misspelled path
const isLogIn = ({ operation, path }: Exchange) =>
  operation === undefined ? logInPath.test(path) : /^(?:Auth|Registration)\./.test(operation)

type VariableOf = (name: string) => string | undefined

const queryOf = (url: string) => url.slice(url.indexOf("?") + 1)

/** Returns the secrets of an exchange, each with its variable. */
const secretsOf = (exchange: Exchange, variableOf: VariableOf, apiKeys: ReadonlyArray<string>) => {
  const { answer, before, body, headers, url } = exchange
  const found = new Map<string, string>()
  const add = (value: string, variable: string | undefined) => {
    if (variable !== undefined && value.length >= minSecretLength && !found.has(value)) found.set(value, variable)
    return value
  }
  const choices = before?.settings.choices
  for (const key of [...apiKeys, ...(choices === undefined ? [] : optionIn(choices, "api-key.value"))])
    found.set(key, "API_KEY")
  found.delete("")
  if (choices !== undefined) add(optionIn(choices, "auth.password"), "PASSWORD")
  for (const [name, value] of [...Object.entries(headers), ...Object.entries(answer?.headers ?? {})])
    add(withoutBearer(value).trim(), variableOf(name))
  const collect = { variableOf: inBody(variableOf), secret: add, text: identity<string> }
  for (const text of [url, headers["referer"] ?? ""]) replaceParameters(queryOf(text), collect)
  // decoded as the service does, which accepts invalid UTF-8
  replaceValues(new TextDecoder().decode(body), isLogIn(exchange) ? { ...collect, variableOf: inLogIn } : collect)
  if (answer !== undefined) replaceValues(decodeContent(responseBytes(answer)).text, collect)
  return found
}

const inBody =
  (variableOf: VariableOf): Replacement["variableOf"] =>
  (field) =>
    field === undefined ? undefined : variableOf(field)

const inLogIn: Replacement["variableOf"] = (field) => {
  if (field === undefined) return "TOKEN"
  return isPublicName(field) && !isSecretName(field) ? undefined : toVariable(field)
}

/** Creates the redaction of an exchange; `hide` returns the replacement for a secret. */
const makeRedaction = (exchange: Exchange, options: ExportOptions, hide: Hide) => {
  if (options.secrets) return noRedaction
  const keyHeader = options.apiKeyHeader.toLowerCase()
  const variableOf = (name: string) =>
    name.toLowerCase() === keyHeader ? "API_KEY" : isSecretName(name) ? toVariable(name) : undefined
  const secrets = secretsOf(exchange, variableOf, options.apiKeys)
  const inText = makeTextRedactor(new Map([...secrets].slice(0, maxSecrets)), hide)
  const replacement: Replacement = {
    variableOf: inBody(variableOf),
    secret: (value, variable) => hide(secrets.get(value) ?? variable),
    text: inText
  }
  const redactBody = (body: string, isLogIn: boolean) => {
    if (body === "") return body
    const shown = replaceValues(body, isLogIn ? { ...replacement, variableOf: inLogIn } : replacement)
    return shown !== undefined || isLogIn || mentionsSecret(body) || hasSecretField(body) ? shown : inText(body)
  }
  const redact = ({ encoding, text }: Content.Content, isLogIn: boolean): Content.Content | undefined => {
    const shown = encoding === undefined && secrets.size <= maxSecrets ? redactBody(text, isLogIn) : undefined
    return shown === undefined ? undefined : { text: shown }
  }
  return {
    header: (name: string, value: string) => {
      const variable = variableOf(name)
      if (value === "") return value
      if (variable === undefined) return /[{"']/.test(value) && hasSecretField(value) ? hide("SECRET") : inText(value)
      const [scheme] = splitBearer(value)
      return scheme + hide(variable)
    },
    // each segment by itself, so that an unusual encoding affects only that part
    url: (url: string) => {
      const [path = ""] = url.split("?", 1)
      const shown = path.split("/").map(inText).join("/")
      return path === url ? shown : `${shown}?${replaceParameters(queryOf(url), replacement)}`
    },
    /** Returns `undefined` for a body that cannot be parsed and may contain a secret. */
    requestBody: (content: Content.Content) => redact(content, isLogIn(exchange)),
    answerBody: (content: Content.Content) => redact(content, false)
  }
}

// headers that curl or a browser sets
const own = /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|sec-.*)$/

// noncharacters around the name of a variable, which do not occur in text (Unicode, 23.7)
const [open, close] = ["\uFDD0", "\uFDD1"]

const variable = new RegExp(`(${open}\\w+${close})`)

const quote = (text: string) =>
  text
    .split(variable)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(open) ? `"$${part.slice(1, -1)}"` : shellQuote(part)))
    .join("")

const octal = (bytes: Uint8Array) => [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")

// the journal has only the start of a large body that was sent to an upstream
const isCut = ({ upstreamCall }: Exchange) =>
  upstreamCall !== undefined && upstreamCall.body.total > upstreamCall.body.length

const defaults = ["accept", "user-agent", "content-type"]

/** Formats a request as a curl command; secrets are shell variables such as `API_KEY`, and `BODY` is an omitted body. */
export const toCurl = (exchange: Exchange, options: ExportOptions): string => {
  const { body = new Uint8Array(), headers, method, url } = exchange
  const hide: Hide = (name) => `${open}${name}${close}`
  const redacted = makeRedaction(exchange, options, hide)
  const content = redacted.requestBody(decodeContent(body))
  const sent = Object.entries(headers).filter(([name]) => !own.test(name))
  const names = new Set(sent.map(([name]) => name))
  const headerArgs = sent.map(([name, value]) => {
    const shown = redacted.header(name, value)
    return `-H ${quote(shown === "" ? `${name};` : `${name}: ${shown}`)}`
  })
  const dropped = defaults.filter((name) => !names.has(name)).map((name) => `-H '${name}:'`)
  const data =
    content === undefined
      ? [`--data-raw ${quote(hide("BODY"))}`]
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
  const shown = redacted.requestBody(decodeContent(body))
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
  const shown = redacted.answerBody(decodeContent(bytes)) ?? { text: "", comment: withheld }
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
  const redacted = makeRedaction(exchange, options, () => "[redacted]")
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
