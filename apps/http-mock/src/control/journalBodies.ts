import * as Secrets from "@remote-assist/core/Secrets"
import { decodeText, isPublicName, isSecretName, mentionsSecret } from "@remote-assist/core/Secrets"
import * as Result from "effect/Result"

/** What is written in place of the strings, numbers and so on of a JSON text; `name` is that of the field around. */
interface Rewriting {
  /** Yields what to write for a value as it stands there. */
  readonly value: (raw: string, name: string | undefined) => string
  /** The same for the name of a field. */
  readonly key: (raw: string, name: string | undefined) => string
  /** Whether all that is in a field of this name belongs to it. */
  readonly isWhole: (name: string) => boolean
}

/** Whether a text is JSON. */
const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/** What a string of a JSON text says. */
const stringOf = (raw: string): string => String(JSON.parse(raw))

interface Level {
  readonly isObject: boolean
  name: string | undefined
  readonly isWhole: boolean
}

const delimiter = /[\s"{}[\],:]/

const endOf = (json: string, start: number) => {
  let at = start + 1
  if (json[start] === '"') {
    while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1
    return at + 1
  }
  while (at < json.length && !delimiter.test(json.charAt(at))) at += 1
  return at
}

/** A JSON text with other values; everything else stays as it is written. */
const rewrite = (json: string, { isWhole, key, value }: Rewriting): string => {
  const written: Array<string> = []
  const levels: Array<Level> = []
  let awaitsKey = false
  let at = 0
  while (at < json.length) {
    const sign = json.charAt(at)
    const level = levels.at(-1)
    if (sign === '"' || !delimiter.test(sign)) {
      const end = endOf(json, at)
      const raw = json.slice(at, end)
      written.push(awaitsKey ? key(raw, level?.isWhole === true ? level.name : undefined) : value(raw, level?.name))
      if (awaitsKey && level !== undefined && !level.isWhole) level.name = stringOf(raw)
      at = end
      continue
    }
    if (sign === "{" || sign === "[") {
      const name = level?.name
      levels.push({
        isObject: sign === "{",
        name,
        isWhole: level?.isWhole === true || (name !== undefined && isWhole(name))
      })
      awaitsKey = sign === "{"
    } else if (sign === "}" || sign === "]") {
      levels.pop()
      awaitsKey = false
    } else if (sign === ",") awaitsKey = level?.isObject === true
    else if (sign === ":") awaitsKey = false
    written.push(sign)
    at += 1
  }
  return written.join("")
}

/** What stands for a secret in what is exported. */
export const hidden = "[redacted]"

/** Yields what to write in place of a secret of this name, which is in capitals. */
export type Hide = (name: string) => string

/** The shortest secret that is looked for elsewhere than where its name says so: a shorter one is part of other words. */
export const shortest = 6

/** The most secrets that are looked for in all of an exchange. */
export const most = 200

/** The variable that stands for a secret of this name. */
export const variableOf = (name: string): string => {
  const words = Secrets.decodeText(name)
    .slice(0, 100)
    .replaceAll(/([a-z])(?=[A-Z])/g, "$1_")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
  return /API_?KEY$/.test(words) ? "API_KEY" : words === "AUTHORIZATION" ? "TOKEN" : words || "SECRET"
}

// of an address such as https://user:password@host
const userPassword = /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#@"'<>]{1,200}(?=@)/g

// begins where a run of letters does, so that a long one without a point is read once
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+/

const parameter = /(^|[?&;#])([^=&;#?\s"'<>{}]{1,200})=([^&#\s"'<>]+)/g

// a name and what follows it, in whichever notation; begins where a run of letters does
const field = /(?<![\w%\\-])([\w%\\-]{1,200})["'\\]{0,4}\s{0,4}[=:>]/g

/** Whether a text has a field of a secret's name. */
export const hasSecretField = (text: string): boolean =>
  [...Secrets.decodeText(text).matchAll(field)].some(([, name = ""]) => Secrets.isSecretName(name))

/** Yields a function that writes a text without any of these secrets, each with its name, without user tokens and secret parameters. */
export const hiding = (secrets: ReadonlyMap<string, string>, hide: Hide): ((text: string) => string) => {
  const mask = Secrets.masker(secrets.keys(), (secret) => hide(secrets.get(secret) ?? "SECRET"))
  const parameters = (text: string) =>
    text.replaceAll(parameter, (whole, sign: string, name: string, value: string) =>
      Secrets.isSecretName(name)
        ? `${sign}${name}=${hide(variableOf(name))}`
        : hasSecretField(value)
          ? `${sign}${name}=${hide("SECRET")}`
          : whole
    )
  return (text) => {
    const shown = mask(text.replaceAll(userPassword, (_, before: string) => `${before}${hide("PASSWORD")}`))
    const parts = shown.split(jwt)
    // one that is encoded goes with what is around it
    return parts
      .map((part) => (jwt.test(Secrets.decodeText(part)) ? hide("TOKEN") : parameters(part)))
      .join(hide("TOKEN"))
  }
}

/** A field of a body, as JSON or a form has it; `secret` is the name of the secret that it holds. */
type Visit = (value: string, secret: string | undefined) => void

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

const valueIn = (text: string) => decodeText(text.replaceAll("+", " "))

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
interface Hiding extends Reading {
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
