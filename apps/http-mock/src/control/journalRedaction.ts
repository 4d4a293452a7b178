import { decodeText, isSecretName } from "@remote-assist/core/Secrets"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Exchange } from "../tenants/Journal.ts"
import { splitBearer } from "../wire/request.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import type * as Content from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import {
  hasSecretField,
  makeTextRedactor,
  maxSecrets,
  minSecretLength,
  toVariable,
  visit,
  withoutSecrets
} from "./journalBodies.ts"
import type { BodyOptions, Hide } from "./journalBodies.ts"

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
export interface Redaction {
  readonly header: (name: string, value: string) => string
  readonly url: (url: string) => string
  /** Returns `undefined` for a body that cannot be parsed and may contain a secret. */
  readonly requestBody: (content: Content.Content) => Content.Content | undefined
  readonly answerBody: (content: Content.Content) => Content.Content | undefined
}

/** The explanation for an omitted body. */
export const withheld = `The body may contain a secret: it is not JSON or a form, or has more than ${maxSecrets} secrets. Use secrets=true to see it.`

const noRedaction: Redaction = {
  header: (_, value) => value,
  url: (url) => url,
  requestBody: (content) => content,
  answerBody: (content) => content
}

const logInPath = /auth|log-?in|sign|token|regist|session|password/i

// a request without an operation may be a log-in with a misspelled path
const isLogIn = ({ operation, path }: Exchange) =>
  operation === undefined ? logInPath.test(path) : /^(?:Auth|Registration)\./.test(operation)

const parameter = /[?&;#]([^=&;#?]{1,200})=([^&#]+)/g

const textOf = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response === undefined ? "" : decodeContent(responseBytes(response)).text

type HeaderName = (name: string) => string | undefined

const secretsOf = (
  exchange: Exchange,
  nameOf: HeaderName,
  apiKeys: ReadonlyArray<string>
): ReadonlyMap<string, string> => {
  const { answer, before, body = new Uint8Array(), headers, url } = exchange
  const found = new Map<string, string>()
  const add = (value: string, name: string | undefined) => {
    if (name !== undefined && value.length >= minSecretLength && !found.has(value)) found.set(value, name)
  }
  const choices = before?.settings.choices
  for (const key of [...apiKeys, ...(choices === undefined ? [] : optionIn(choices, "api-key.value"))])
    found.set(key, "API_KEY")
  found.delete("")
  if (choices !== undefined) add(optionIn(choices, "auth.password"), "PASSWORD")
  for (const [name, value] of [...Object.entries(headers), ...Object.entries(answer?.headers ?? {})])
    add(splitBearer(value.trim())[1].trim(), nameOf(name))
  for (const text of [url, headers["referer"] ?? ""])
    for (const [, name = "", value = ""] of text.matchAll(parameter))
      if (isSecretName(name)) add(decodeText(value.replaceAll("+", " ")), toVariable(name))
  // decoded as the service does, which accepts invalid UTF-8
  visit(new TextDecoder().decode(body), { isLogIn: isLogIn(exchange) }, add)
  visit(textOf(answer), { isLogIn: false }, add)
  return found
}

// each segment and parameter by itself, so that an unusual encoding affects only that part
const inUrl = (
  url: string,
  secrets: ReadonlyMap<string, string>,
  inText: (text: string) => string,
  nameOf: HeaderName,
  hide: Hide
) => {
  const at = url.indexOf("?")
  const path = at === -1 ? url : url.slice(0, at)
  const shown = path.split("/").map(inText).join("/")
  if (at === -1) return shown
  const parameters = url.slice(at + 1).split("&")
  return `${shown}?${parameters
    .map((part) => {
      const equals = part.indexOf("=")
      const name = decodeText(part.slice(0, Math.max(0, equals)))
      const value = decodeText(part.slice(equals + 1).replaceAll("+", " "))
      const secret = nameOf(name) === undefined ? undefined : (secrets.get(value) ?? nameOf(name))
      return secret === undefined || equals === part.length - 1
        ? hasSecretField(part.slice(equals + 1))
          ? hide("SECRET")
          : inText(part)
        : `${inText(part.slice(0, equals))}=${hide(secret)}`
    })
    .join("&")}`
}

/** Creates the redaction of an exchange; `hide` returns the replacement for a secret. */
export const makeRedaction = (exchange: Exchange, options: ExportOptions, hide: Hide): Redaction => {
  if (options.secrets) return noRedaction
  const keyHeader = options.apiKeyHeader.toLowerCase()
  const nameOf = (name: string) =>
    name.toLowerCase() === keyHeader ? "API_KEY" : isSecretName(name) ? toVariable(name) : undefined
  const secrets = secretsOf(exchange, nameOf, options.apiKeys)
  const inText = makeTextRedactor(new Map([...secrets].slice(0, maxSecrets)), hide)
  const areAllRemoved = secrets.size <= maxSecrets
  const body = ({ encoding, text }: Content.Content, options: BodyOptions) => {
    if (encoding !== undefined || !areAllRemoved) return undefined
    const shown = withoutSecrets(text, { ...options, hide, inText })
    return shown === undefined ? undefined : { text: shown }
  }
  return {
    header: (name, value) => {
      const secret = nameOf(name)
      if (value === "") return value
      if (secret === undefined) return /[{"']/.test(value) && hasSecretField(value) ? hide("SECRET") : inText(value)
      const [scheme] = splitBearer(value)
      return scheme + hide(secret)
    },
    url: (url) => inUrl(url, secrets, inText, nameOf, hide),
    requestBody: (content) => body(content, { isLogIn: isLogIn(exchange) }),
    answerBody: (content) => body(content, { isLogIn: false })
  }
}
