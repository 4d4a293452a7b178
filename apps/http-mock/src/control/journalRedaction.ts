import { decodeText, isSecretName } from "@remote-assist/core/Secrets"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { Exchange } from "../tenants/Journal.ts"
import { splitBearer } from "../wire/request.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import type * as Content from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import * as Secrets from "./journalBodies.ts"
import { visit, withoutSecrets } from "./journalBodies.ts"
import type { Reading } from "./journalBodies.ts"

/** How a request is written down. */
export interface Writing {
  /** Where the emulator is, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly apiKeyHeader: string
  /** Whether secrets are written out. */
  readonly secrets: boolean
  /** The API keys that work, which a request that a fault kept from its world may hold too. */
  readonly apiKeys: ReadonlyArray<string>
}

/** An exchange without its secrets: what is written of its headers, addresses and bodies. */
export interface Redaction {
  readonly header: (name: string, value: string) => string
  readonly url: (url: string) => string
  /** Nothing of a body that cannot be read and may hold a secret. */
  readonly requestBody: (content: Content.Content) => Content.Content | undefined
  readonly answerBody: (content: Content.Content) => Content.Content | undefined
}

/** What is said in place of a body that is not shown. */
export const withheld = `The body may hold a secret: it is neither JSON nor a form, or it has more than ${Secrets.most}. Ask with secrets=true to see it.`

const whole: Redaction = {
  header: (_, value) => value,
  url: (url) => url,
  requestBody: (content) => content,
  answerBody: (content) => content
}

const logInPath = /auth|log-?in|sign|token|regist|session|password/i

// a request that meets no operation may be a log-in whose path is misspelt
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
    if (name !== undefined && value.length >= Secrets.shortest && !found.has(value)) found.set(value, name)
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
      if (isSecretName(name)) add(decodeText(value.replaceAll("+", " ")), Secrets.variableOf(name))
  // read as the service does, which takes bytes that are no UTF-8 too
  visit(new TextDecoder().decode(body), { isLogIn: isLogIn(exchange) }, add)
  visit(textOf(answer), { isLogIn: false }, add)
  return found
}

// segments and parameters one by one, so that what is encoded in an unusual way hides itself alone
const inUrl = (
  url: string,
  secrets: ReadonlyMap<string, string>,
  inText: (text: string) => string,
  nameOf: HeaderName,
  hide: Secrets.Hide
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
        ? Secrets.hasSecretField(part.slice(equals + 1))
          ? hide("SECRET")
          : inText(part)
        : `${inText(part.slice(0, equals))}=${hide(secret)}`
    })
    .join("&")}`
}

/** What hides the secrets of an exchange; `hide` yields what is written in their places. */
export const makeRedaction = (exchange: Exchange, writing: Writing, hide: Secrets.Hide): Redaction => {
  if (writing.secrets) return whole
  const keyHeader = writing.apiKeyHeader.toLowerCase()
  const nameOf = (name: string) =>
    name.toLowerCase() === keyHeader ? "API_KEY" : isSecretName(name) ? Secrets.variableOf(name) : undefined
  const secrets = secretsOf(exchange, nameOf, writing.apiKeys)
  const inText = Secrets.hiding(new Map([...secrets].slice(0, Secrets.most)), hide)
  const areAllSought = secrets.size <= Secrets.most
  const body = ({ encoding, text }: Content.Content, reading: Reading) => {
    if (encoding !== undefined || !areAllSought) return undefined
    const shown = withoutSecrets(text, { ...reading, hide, inText })
    return shown === undefined ? undefined : { text: shown }
  }
  return {
    header: (name, value) => {
      const secret = nameOf(name)
      if (value === "") return value
      if (secret === undefined)
        return /[{"']/.test(value) && Secrets.hasSecretField(value) ? hide("SECRET") : inText(value)
      const [scheme] = splitBearer(value)
      return scheme + hide(secret)
    },
    url: (url) => inUrl(url, secrets, inText, nameOf, hide),
    requestBody: (content) => body(content, { isLogIn: isLogIn(exchange) }),
    answerBody: (content) => body(content, { isLogIn: false })
  }
}
