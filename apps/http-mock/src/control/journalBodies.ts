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

/** Replaces the secrets and the other texts of a body. */
interface Replacement {
  readonly secret: (value: string, name: string) => string
  readonly text: (value: string) => string
}

const quoted = (raw: string, shown: string) => (shown === valueOf(raw) ? raw : JSON.stringify(shown))

const constants = new Set(["null", "true", "false", '""'])

/** Replaces the values of a JSON or form body; returns `undefined` for another body. */
export const replaceValues = (body: string, options: BodyOptions, replacement: Replacement): string | undefined => {
  const { secret, text } = replacement
  const replaceText = (value: string) => (hasSecretField(value) ? secret(value, "SECRET") : text(value))
  if (isJson(body))
    return rewrite(body, {
      key: (raw, parent) => {
        const key = stringOf(raw)
        return quoted(raw, parent === undefined ? text(key) : secret(key, toVariable(parent)))
      },
      value: (raw, name) => {
        const value = valueOf(raw)
        const found = secretIn(name, options)
        if (found !== undefined) return constants.has(raw) ? raw : JSON.stringify(secret(value, found))
        if (!isNested(value)) return quoted(raw, replaceText(value))
        return quoted(raw, replaceValues(value, options, replacement) ?? secret(value, "SECRET"))
      }
    })
  if (!isForm(body)) return undefined
  return body
    .split("&")
    .map((pair) => {
      const [name, raw] = split(pair)
      const value = valueIn(raw)
      const found = secretIn(name, options) ?? (hasSecretField(value) ? "SECRET" : undefined)
      return `${text(name)}=${found === undefined || raw === "" ? text(raw) : secret(value, found)}`
    })
    .join("&")
}

interface RedactionOptions extends BodyOptions {
  readonly hide: Hide
  /** Removes the known secrets from a text. */
  readonly inText: (text: string) => string
}

/** Removes the secrets from a body; returns `undefined` if it cannot be parsed and may contain one. */
export const withoutSecrets = (body: string, { hide, inText, isLogIn }: RedactionOptions): string | undefined => {
  if (body === "") return body
  const shown = replaceValues(body, { isLogIn }, { secret: (_, name) => hide(name), text: inText })
  if (shown !== undefined || isLogIn || mentionsSecret(body) || hasSecretField(body)) return shown
  return inText(body)
}
