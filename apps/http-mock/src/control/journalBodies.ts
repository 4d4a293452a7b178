import { decodeText, isSecretName, masker } from "@remote-assist/core/Secrets"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

/** Returns the replacement for a secret by its name, in capitals. */
export type Hide = (name: string) => string

/** The minimum length of a secret to search for; shorter ones occur in other words. */
export const minSecretLength = 6

/** The maximum number of secrets to search for in an exchange. */
export const maxSecrets = 200

/** Returns the name of the variable for a secret. */
export const toVariable = (name: string): string => {
  const words = decodeText(name)
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
  [...decodeText(text).matchAll(field)].some(([, name = ""]) => isSecretName(name))

/** Returns a function that removes secrets, user tokens and secret parameters from a text; `secrets` has their names. */
export const makeTextRedactor = (secrets: ReadonlyMap<string, string>, hide: Hide): ((text: string) => string) => {
  const mask = masker(secrets.keys(), (secret) => hide(secrets.get(secret) ?? "SECRET"))
  const parameters = (text: string) =>
    text.replaceAll(parameter, (whole, sign: string, name: string, value: string) =>
      isSecretName(name)
        ? `${sign}${name}=${hide(toVariable(name))}`
        : hasSecretField(value)
          ? `${sign}${name}=${hide("SECRET")}`
          : whole
    )
  return (text) => {
    const shown = mask(text.replaceAll(userPassword, (_, before: string) => `${before}${hide("PASSWORD")}`))
    const parts = shown.split(jwt)
    // a part with an encoded token is removed completely
    return parts.map((part) => (jwt.test(decodeText(part)) ? hide("TOKEN") : parameters(part))).join(hide("TOKEN"))
  }
}

/** Replaces the secrets and the other texts of a body or a query. */
export interface Replacement {
  /** Returns the variable for the value of a field, or `undefined` if the value is not a secret. */
  readonly variableOf: (field: string | undefined) => string | undefined
  readonly secret: (value: string, variable: string) => string
  readonly text: (value: string) => string
}

/** Replaces the parameters of a query or a form. */
export const replaceParameters = (query: string, { secret, text, variableOf }: Replacement): string =>
  query
    .split("&")
    .map((pair) => {
      const at = pair.indexOf("=")
      const value = decodeText(pair.slice(at + 1).replaceAll("+", " "))
      const variable =
        variableOf(decodeText(pair.slice(0, Math.max(0, at)))) ?? (hasSecretField(value) ? "SECRET" : undefined)
      return variable === undefined || value === "" ? text(pair) : text(pair.slice(0, at + 1)) + secret(value, variable)
    })
    .join("&")

const isForm = (text: string) => text.split("&").every((pair) => /^[^=\s"'<>{}:\\]+=[^\s"'<>{}]*$/.test(pair))

/** Replaces the values of parsed JSON, and the names of fields within a secret. */
const replaceJson = (value: unknown, replacement: Replacement, field?: string): unknown => {
  const { secret, text, variableOf } = replacement
  const variable = variableOf(field)
  if (Array.isArray(value)) return value.map((item) => replaceJson(item, replacement, field))
  if (Predicate.isObject(value)) {
    const isSecret = field !== undefined && isSecretName(field)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        isSecret ? secret(name, toVariable(field)) : text(name),
        replaceJson(inner, replacement, isSecret ? field : name)
      ])
    )
  }
  if (value === null || value === "" || Predicate.isBoolean(value)) return value
  const whole = Predicate.isString(value) ? value : JSON.stringify(value)
  if (variable !== undefined) return secret(whole, variable)
  const nested = /^\s*[{["]/.test(whole) ? replaceValues(whole, replacement) : undefined
  const shown = nested ?? (hasSecretField(whole) ? secret(whole, "SECRET") : text(whole))
  return shown === whole ? value : shown
}

/** Replaces the values of a JSON or form body; returns `undefined` for another body. */
export const replaceValues = (body: string, replacement: Replacement): string | undefined => {
  // JSON may be nested deeper than the stack
  const json = Result.try(() => JSON.stringify(replaceJson(JSON.parse(body), replacement)))
  return Result.isSuccess(json) ? json.success : isForm(body) ? replaceParameters(body, replacement) : undefined
}
