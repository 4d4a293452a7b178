import { decoded, isPublicName, isSecretName, mentionsSecret } from "@remote-assist/core/Secrets"

import { isJson, rewrite, stringOf } from "./jsonText.ts"
import { hasSecretField, variableOf } from "./secrets.ts"
import type { Hide } from "./secrets.ts"

/** A field of a body, as JSON or a form has it; `secret` is the name of the secret that it holds. */
export type Visit = (value: string, secret: string | undefined) => void

/** How the fields of a body are read. */
export interface Reading {
  /** Whether all but the fields of a log-in that can be shown count as secrets. */
  readonly isLogIn: boolean
}

const secretIn = (name: string | undefined, { isLogIn }: Reading): string | undefined => {
  if (name !== undefined && isSecretName(name)) return variableOf(name)
  if (!isLogIn || (name !== undefined && isPublicName(name))) return undefined
  return name === undefined ? "TOKEN" : variableOf(name)
}

const isForm = (text: string) => text.split("&").every((pair) => /^[^=\s"'<>{}:\\]+=[^\s"'<>{}]*$/.test(pair))

const valueOf = (raw: string) => (raw.startsWith('"') ? stringOf(raw) : raw)

const valueIn = (text: string) => decoded(text.replaceAll("+", " "))

const split = (pair: string): readonly [name: string, value: string] => {
  const at = pair.indexOf("=")
  return [pair.slice(0, at), pair.slice(at + 1)]
}

const isNested = (text: string) => /^\s*[{["]/.test(text) && isJson(text)

/** Visits the fields of a body that is JSON or a form. */
export const visit = (text: string, reading: Reading, each: Visit): void => {
  if (isJson(text)) {
    rewrite(text, {
      isWhole: isSecretName,
      key: (raw, whole) => {
        if (whole !== undefined) each(stringOf(raw), secretIn(whole, reading))
        return raw
      },
      value: (raw, name) => {
        const value = valueOf(raw)
        const secret = secretIn(name, reading)
        each(value, secret)
        if (secret === undefined && isNested(value)) visit(value, reading, each)
        return raw
      }
    })
  } else if (isForm(text))
    for (const pair of text.split("&")) {
      const [name, value] = split(pair)
      each(valueIn(value), secretIn(name, reading))
    }
}

/** How the secrets of a body are hidden. */
export interface Hiding extends Reading {
  readonly hide: Hide
  /** A text without the secrets that are known. */
  readonly inText: (text: string) => string
}

const quoted = (raw: string, shown: string) => (shown === valueOf(raw) ? raw : JSON.stringify(shown))

const nothing = new Set(["null", "true", "false"])

/** A body without its secrets; nothing where it cannot be read and may hold one. */
export const withoutSecrets = (text: string, hiding: Hiding): string | undefined => {
  const { hide, inText, isLogIn } = hiding
  if (text === "") return text
  if (isJson(text))
    return rewrite(text, {
      isWhole: isSecretName,
      key: (raw, whole) => quoted(raw, whole === undefined ? inText(stringOf(raw)) : hide(variableOf(whole))),
      value: (raw, name) => {
        const secret = secretIn(name, hiding)
        if (secret !== undefined) return nothing.has(raw) || raw === '""' ? raw : JSON.stringify(hide(secret))
        const value = valueOf(raw)
        if (isNested(value)) return quoted(raw, withoutSecrets(value, hiding) ?? hide("SECRET"))
        return quoted(raw, hasSecretField(value) ? hide("SECRET") : inText(value))
      }
    })
  if (isForm(text))
    return text
      .split("&")
      .map((pair) => {
        const [name, value] = split(pair)
        const secret = secretIn(name, hiding) ?? (hasSecretField(valueIn(value)) ? "SECRET" : undefined)
        return `${inText(name)}=${secret === undefined || value === "" ? inText(value) : hide(secret)}`
      })
      .join("&")
  if (isLogIn || mentionsSecret(text) || hasSecretField(text)) return undefined
  return inText(text)
}
