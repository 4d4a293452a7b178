import { operations } from "@remote-assist/core/Contract"
import * as Secrets from "@remote-assist/core/Secrets"
import { identity } from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as SchemaAST from "effect/SchemaAST"

import type { Exchange } from "../tenants/Journal.ts"
import { inProcessOrigin, splitBearer } from "../wire/request.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import type { Content } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"

// a shorter secret is hidden only in its own message
const minLength = 6

const maxSecrets = 600

type Secret = readonly [secret: string, name: string]

/** The explanation for an omitted body. */
export const withheld = `The body may contain a secret: it is not JSON or a form, or has more than ${maxSecrets} secrets. Use secrets=true to see it.`

/** Returns the name of the variable for a secret. */
export const toVariable = (name: string): string => {
  const words = Secrets.decodeText(name)
    .slice(0, 100)
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
  return /API_?KEY$/.test(words) ? "API_KEY" : words === "AUTHORIZATION" ? "TOKEN" : words || "SECRET"
}

// a name before a separator of any notation and a value
const field = /(?<![\w.%\\-])([\w.%\\-]{1,200})["'\\]{0,4}\s{0,4}[=:>](?!$)/g

const mayHaveSecret = (text: string) =>
  [text, Secrets.decodeText(text)].some(
    (form) =>
      Secrets.maskNamed(form) !== form || [...form.matchAll(field)].some(([, name = ""]) => Secrets.isSecretName(name))
  )

const namesIn = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isObjects(ast))
    return ast.propertySignatures.flatMap(({ name, type }) => [String(name), ...namesIn(type)])
  return SchemaAST.isUnion(ast) ? ast.types.flatMap(namesIn) : SchemaAST.isArrays(ast) ? ast.rest.flatMap(namesIn) : []
}

/** The fields of all bodies of the contract, whose names are not secrets. */
const fieldNames = new Set(
  operations
    .flatMap(({ endpoint, errors, successes }) => [endpoint.payload ?? [], ...errors.values(), ...successes.values()])
    .flat()
    .flatMap(({ ast }) => namesIn(SchemaAST.toEncoded(ast)))
)

/** Returns the replacement for a secret by its variable. */
export type Hide = (variable: string) => string

/** Marks a variable by noncharacters around its name, which do not occur in text (Unicode, 23.7). */
export const markVariable: Hide = (variable) => `\uFDD0${variable}\uFDD1`

/** Replaces any secret by the same text. */
export const hideWhole: Hide = () => "[redacted]"

const replaced = /\uFDD0\w+\uFDD1|\[redacted\]/g

/** Makes a function that hides secrets in a text, or the whole text if it may have another one; `secrets` has their names. */
export const makeTextRedactor = (secrets: ReadonlyMap<string, string>, hide: Hide): ((text: string) => string) => {
  const mask = Secrets.masker(secrets.keys(), (secret) => hide(toVariable(secrets.get(secret) ?? "")))
  return (text) => {
    const shown = mask(text)
    return mayHaveSecret(shown.replaceAll(replaced, "")) ? hide("SECRET") : shown
  }
}

const mapJson = (text: string, map: (name: string, value: unknown) => unknown) =>
  // JSON may be nested deeper than the stack
  Result.getOrUndefined(Result.try(() => JSON.stringify(JSON.parse(text), map)))

/** Makes JSON compact; a number, a list or an object with the name of a secret becomes a text, to be hidden as a whole. */
const compact = (text: string) =>
  mapJson(text, (name, value) => {
    if (!Secrets.isSecretName(name) || !(Predicate.isNumber(value) || Predicate.isObjectKeyword(value))) return value
    return JSON.stringify(Predicate.isObject(value) ? Object.entries(value) : value)
  }) ?? text

const isForm = (text: string) => text.split("&").every((pair) => /^[^=\s"'<>{}:\\]+=[^\s"'<>{}]*$/.test(pair))

export interface RedactionOptions {
  readonly apiKeyHeader: string
  readonly secrets: boolean
  readonly apiKeys: ReadonlyArray<string>
}

/** Removes the secrets from the headers, URLs and bodies of an exchange. */
export interface Redaction {
  readonly header: (name: string, value: string) => string
  readonly url: (url: string) => string
  /** Returns `undefined` for a body that cannot be parsed and may contain a secret. */
  readonly body: (content: Content, isRequest: boolean) => Content | undefined
}

export const makeRedaction = (exchange: Exchange, options: RedactionOptions, hide: Hide): Redaction => {
  if (options.secrets) return { header: (_, value) => value, url: identity, body: identity }
  const { answer, before, headers, operation, path, url } = exchange
  const choices = before?.settings.choices ?? {}
  // a request without an operation may be a log-in with a misspelled path
  const isLogIn = Secrets.opensAccount(path) || (operation === undefined && /sign|session/i.test(path))
  const isKeyHeader = (name: string) => name.toLowerCase() === options.apiKeyHeader.toLowerCase()
  const isSecret = (name: string) => isKeyHeader(name) || Secrets.isSecretName(name)
  const secretsIn = (message: Secrets.Message, opens = false) => Secrets.namedSecretsOf(message, opens, isSecret)
  const secretsInQuery = (url: string) =>
    secretsIn({ url: `${inProcessOrigin}?${url.slice(url.indexOf("?") + 1)}`, headers: {} })
  const known: ReadonlyArray<Secret> = [
    ...[...options.apiKeys, ...optionIn(choices, "api-key.value")].map((key): Secret => [key, "api-key"]),
    [optionIn(choices, "auth.password"), "password"]
  ]
  const sent = [
    ...secretsInQuery(url),
    ...secretsInQuery(headers["referer"] ?? ""),
    // decoded as the service does, which accepts invalid UTF-8
    ...secretsIn({ headers, body: compact(new TextDecoder().decode(exchange.body)) }, isLogIn)
  ]
  const answerBody = compact(answer === undefined ? "" : decodeContent(responseBytes(answer)).text)
  const answered = [...secretsIn({ headers: answer?.headers ?? {}, body: answerBody })]
  const isTooMany = known.length + sent.length + answered.length > maxSecrets
  const redactorOf = (own: ReadonlyArray<Secret>, others: ReadonlyArray<Secret>) => {
    const secrets = [...known, ...own, ...others.filter(([secret]) => secret.length >= minLength)]
    return makeTextRedactor(new Map(secrets.slice(0, maxSecrets).toReversed()), hide)
  }
  const redact = redactorOf(sent, answered)
  const redactAnswer = redactorOf(answered, sent)
  // a secret with invalid UTF-8 cannot be found by its decoded text
  const redactPair = (pair: string) =>
    String(new URLSearchParams(pair)).includes("%EF%BF%BD") ? hide("SECRET") : redact(pair)
  const redactBody = (body: string, isRequest: boolean) => {
    const redactText = isRequest ? redact : redactAnswer
    const json = mapJson(compact(body), (_, value) => {
      if (Predicate.isObject(value))
        return Record.mapKeys(value, (name) => (fieldNames.has(name) ? name : redactText(name)))
      if (!Predicate.isString(value) && !Predicate.isNumber(value)) return value
      const shown = redactText(String(value))
      return shown === String(value) ? value : shown
    })
    if (json !== undefined) return json
    if (isForm(body)) return body.replaceAll(/[^&]+/g, redactPair)
    return (isRequest && isLogIn) || Secrets.mentionsSecret(body) || mayHaveSecret(body) ? undefined : redactText(body)
  }
  return {
    header: (name, value) =>
      value !== "" && isSecret(name)
        ? splitBearer(value)[0] + hide(isKeyHeader(name) ? "API_KEY" : toVariable(name))
        : redact(value),
    // each part by itself, so that an unusual encoding affects only that part
    url: (url) => {
      const [path = ""] = url.split("?", 1)
      return path.replaceAll(/[^/]+/g, redact) + url.slice(path.length).replaceAll(/(?<=^\?|&)[^&]+/g, redactPair)
    },
    body: ({ encoding, text }, isRequest) => {
      const shown = text === "" ? text : encoding === undefined && !isTooMany ? redactBody(text, isRequest) : undefined
      return shown === undefined ? undefined : { text: shown }
    }
  }
}
