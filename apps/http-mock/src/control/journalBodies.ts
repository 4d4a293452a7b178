import * as Secrets from "@remote-assist/core/Secrets"
import { decodeText, isPublicName, isSecretName, mentionsSecret } from "@remote-assist/core/Secrets"
import * as Result from "effect/Result"

/** Replaces values of a JSON text; `name` is the name of the field. */
interface Rewriting {
  readonly value: (raw: string, name: string | undefined) => string
  /** Replaces the name of a field within a secret. */
  readonly key: (raw: string, secret: string | undefined) => string
}

const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

const stringOf = (raw: string): string => String(JSON.parse(raw))

interface Level {
  readonly isObject: boolean
  name: string | undefined
  readonly isSecret: boolean
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g

/** Replaces values of a JSON text; the formatting stays the same. */
const rewrite = (json: string, { key, value }: Rewriting): string => {
  const levels: Array<Level> = []
  let isKey = false
  return json.replaceAll(token, (raw) => {
    const level = levels.at(-1)
    if (raw === "{" || raw === "[") {
      const name = level?.name
      const isSecret = level?.isSecret === true || (name !== undefined && isSecretName(name))
      levels.push({ isObject: raw === "{", name, isSecret })
    } else if (raw === "}" || raw === "]") levels.pop()
    if (/^[{}[\],:]$/.test(raw)) {
      isKey = raw === "{" || (raw === "," && level?.isObject === true)
      return raw
    }
    if (!isKey) return value(raw, level?.name)
    const written = key(raw, level?.isSecret === true ? level.name : undefined)
    if (level !== undefined && !level.isSecret) level.name = stringOf(raw)
    return written
  })
}

/** The replacement for a secret in exports. */
export const redactedText = "[redacted]"

/** Returns the replacement for a secret by its name, in capitals. */
export type Hide = (name: string) => string

/** The minimum length of a secret to search for; shorter ones occur in other words. */
export const minSecretLength = 6

/** The maximum number of secrets to search for in an exchange. */
export const maxSecrets = 200

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

// in a URL such as https://user:password@host
const userPassword = /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#@"'<>]{1,200}(?=@)/g

// the look-behind keeps the search linear
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+/

const parameter = /(^|[?&;#])([^=&;#?\s"'<>{}]{1,200})=([^&#\s"'<>]+)/g

// a name before a separator of any notation
const field = /(?<![\w%\\-])([\w%\\-]{1,200})["'\\]{0,4}\s{0,4}[=:>]/g

/** Checks whether a text has a field with the name of a secret. */
export const hasSecretField = (text: string): boolean =>
  [...Secrets.decodeText(text).matchAll(field)].some(([, name = ""]) => Secrets.isSecretName(name))

/** Returns a function that removes secrets, user tokens and secret parameters from a text; `secrets` has their names. */
export const makeTextRedactor = (secrets: ReadonlyMap<string, string>, hide: Hide): ((text: string) => string) => {
  const mask = Secrets.masker(secrets.keys(), (secret) => hide(secrets.get(secret) ?? "SECRET"))
  const parameters = (text: string) =>
    text.replaceAll(parameter, (whole, sign: string, name: string, value: string) =>
      Secrets.isSecretName(name)
        ? `${sign}${name}=${hide(toVariable(name))}`
        : hasSecretField(value)
          ? `${sign}${name}=${hide("SECRET")}`
          : whole
    )
  return (text) => {
    const shown = mask(text.replaceAll(userPassword, (_, before: string) => `${before}${hide("PASSWORD")}`))
    const parts = shown.split(jwt)
    // a part with an encoded token is removed completely
    return parts
      .map((part) => (jwt.test(Secrets.decodeText(part)) ? hide("TOKEN") : parameters(part)))
      .join(hide("TOKEN"))
  }
}

/** Visits a field of a body; `secret` is the name of the secret, if it is one. */
type Visit = (value: string, secret: string | undefined) => void

export interface BodyOptions {
  /** Whether all fields of a log-in except the public ones are secrets. */
  readonly isLogIn: boolean
}

const secretIn = (name: string | undefined, { isLogIn }: BodyOptions): string | undefined => {
  if (name !== undefined && isSecretName(name)) return toVariable(name)
  if (!isLogIn || (name !== undefined && isPublicName(name))) return undefined
  return name === undefined ? "TOKEN" : toVariable(name)
}

const isForm = (text: string) => text.split("&").every((pair) => /^[^=\s"'<>{}:\\]+=[^\s"'<>{}]*$/.test(pair))

const valueOf = (raw: string) => (raw.startsWith('"') ? stringOf(raw) : raw)

const valueIn = (text: string) => decodeText(text.replaceAll("+", " "))

const split = (pair: string): readonly [name: string, value: string] => {
  const at = pair.indexOf("=")
  return [pair.slice(0, at), pair.slice(at + 1)]
}

const isNested = (text: string) => /^\s*[{["]/.test(text) && isJson(text)

/** Visits the fields of a JSON or form body. */
export const visit = (text: string, options: BodyOptions, each: Visit): void => {
  if (isJson(text)) {
    rewrite(text, {
      key: (raw, secret) => {
        if (secret !== undefined) each(stringOf(raw), secretIn(secret, options))
        return raw
      },
      value: (raw, name) => {
        const value = valueOf(raw)
        const secret = secretIn(name, options)
        each(value, secret)
        if (secret === undefined && isNested(value)) visit(value, options, each)
        return raw
      }
    })
  } else if (isForm(text))
    for (const pair of text.split("&")) {
      const [name, value] = split(pair)
      each(valueIn(value), secretIn(name, options))
    }
}

interface RedactionOptions extends BodyOptions {
  readonly hide: Hide
  /** Removes the known secrets from a text. */
  readonly inText: (text: string) => string
}

const quoted = (raw: string, shown: string) => (shown === valueOf(raw) ? raw : JSON.stringify(shown))

const constants = new Set(["null", "true", "false"])

/** Removes the secrets from a body; returns `undefined` if it cannot be parsed and may contain one. */
export const withoutSecrets = (text: string, options: RedactionOptions): string | undefined => {
  const { hide, inText, isLogIn } = options
  if (text === "") return text
  if (isJson(text))
    return rewrite(text, {
      key: (raw, secret) => quoted(raw, secret === undefined ? inText(stringOf(raw)) : hide(toVariable(secret))),
      value: (raw, name) => {
        const secret = secretIn(name, options)
        if (secret !== undefined) return constants.has(raw) || raw === '""' ? raw : JSON.stringify(hide(secret))
        const value = valueOf(raw)
        if (isNested(value)) return quoted(raw, withoutSecrets(value, options) ?? hide("SECRET"))
        return quoted(raw, hasSecretField(value) ? hide("SECRET") : inText(value))
      }
    })
  if (isForm(text))
    return text
      .split("&")
      .map((pair) => {
        const [name, value] = split(pair)
        const secret = secretIn(name, options) ?? (hasSecretField(valueIn(value)) ? "SECRET" : undefined)
        return `${inText(name)}=${secret === undefined || value === "" ? inText(value) : hide(secret)}`
      })
      .join("&")
  if (isLogIn || mentionsSecret(text) || hasSecretField(text)) return undefined
  return inText(text)
}
