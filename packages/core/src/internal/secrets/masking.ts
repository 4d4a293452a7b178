import type { HttpRequest } from "../../Http.ts"
import { lazy } from "../lazy.ts"
import * as Matching from "./matching.ts"
import { emailsOf, isSecretName, secretsOf } from "./names.ts"

/** Returns the replacement of a secret. */
export type Replacer = (secret: string) => string

/**
 * Makes a function that removes these secrets from a text, in any encoding: URL, JSON, HTML, base64, hexadecimal, any letter
 * case, or several of them. A secret of fewer than six characters matches only as a whole word, and one of fewer than four
 * only as a whole value.
 */
export const masker = (secrets: Iterable<string>, replace: Replacer = () => "…"): ((text: string) => string) => {
  const finding = { patterns: Matching.patterns(secrets), parts: false }
  return (text) => Matching.replace(text, Matching.find(text, finding), replace)
}

// the look-behind keeps the search linear
const jwt = /(?<![\w-])[\w-]+\.eyJ[\w-]*\.[\w-]+|eyJ[\w-]*(?:\.[\w-]*){0,4}/g
const minJwt = 19

// each matches a name, a separator and a value; a name starts at the start of its letters, so that it is read once
const fields = [
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*(?:[:=]|=>)\s*")((?:[^"\\]|\\.)*)/g,
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*(?:[:=]|=>)\s*')((?:[^'\\]|\\.)*)/g,
  /(?<![\w.-])([\w.-]+)(\\+["']\s*[:=]\s*\\+["'])([^"'\\]*)/g,
  /(?<![\w.-])([\w.-]+)(&(?:quot|apos|#34|#39);\s*:\s*&(?:quot|apos|#34|#39);)([^&<]*)/g,
  /(?<![\w.-])([\w.-]+)(\\*["']?\s*:\s*\[)([^\]]*)/g,
  /(?<![\w%.-])([\w%.-]+)(=)([^&#\s"'<>;,(){}[\]\\]+)/g,
  /<([\w:.-]+)((?:\s[^<>]*)?>(?:<!\[CDATA\[)?)([^<>]*[^<>\s][^<>]*)/g,
  /&lt;([\w:.-]+)((?:\s[^<>&]*)?&gt;)([^<>&]+)/g,
  // prose has colons too: "Wrong token: try again"
  /(?<![\w-])([\w-]+)(["']?\s*:\s*)((?=[^\s"'<>&,;]{0,99}\d)[^\s"'<>&,;(){}[\]\\]{6,})/g
]

const header =
  /(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|[\w-]*(?:api|access)-?key)(\s*:\s*)([^\s"'<>\\][^\r\n"'<>\\]*)/gi

const hide = (found: string, name: string, _separator: string, value: string) =>
  value !== "" && isSecretName(name.slice(name.lastIndexOf(":") + 1))
    ? `${found.slice(0, found.length - value.length)}…`
    : found

// in a URL such as https://user:password@host
const userPassword = /(:\/\/[^\s/?#:@"'<>]{0,200}:)[^\s/?#@"'<>]{1,200}(?=@)/g

const maskPart = (text: string): string => {
  const withoutJwt = text
    .replaceAll(userPassword, "$1…")
    .replaceAll(jwt, (found) => (found.length >= minJwt || (found.length > 9 && found.includes(".")) ? "…" : found))
  const withoutHeaders = withoutJwt.replaceAll(header, "$1$2…")
  return fields.reduce((rest, field) => rest.replaceAll(field, hide), withoutHeaders)
}

// variables of a shell, as in curl -H 'x-api-key: '"$API_KEY", and what the patterns above would take for a value
const variables = /((?:bearer |\["?)?'"\$\w+"'?(?:"?,"?'"\$\w+"'?)*)/i

/** Replaces possible secrets by `…`, by their format or by the name before them. Names of shell variables stay. */
export const maskNamed = (text: string): string =>
  Array.from(text.split(variables), (part, at) => (at % 2 === 0 ? maskPart(part) : part)).join("")

/** The secrets that a client knows. */
export interface KnownSecrets {
  /** Remembers secrets, such as each sent token. */
  readonly add: (...secrets: ReadonlyArray<string>) => void
  readonly all: () => ReadonlyArray<string>
  /** Returns the cached search patterns of a secret. */
  readonly patternsOf: (secret: string) => ReadonlyArray<Matching.Pattern>
}

// a client that signs a token for each request has fewer running requests
const maxRecent = 100

/** Makes the known secrets of a client: `permanent` ones, such as its API key, and the last hundred others. */
export const knownSecrets = (permanent: ReadonlyArray<string> = []): KnownSecrets => {
  const recent = new Set<string>()
  const cache = new Map<string, ReadonlyArray<Matching.Pattern>>()
  return {
    add: (...secrets) => {
      for (const secret of secrets) {
        recent.delete(secret)
        recent.add(secret)
        const [oldest] = recent
        if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest)
      }
    },
    all: () => [...permanent, ...recent],
    patternsOf: (secret) => {
      const patterns = cache.get(secret) ?? Matching.patternsOf(secret)
      if (cache.size > maxRecent) cache.clear()
      cache.set(secret, patterns)
      return patterns
    }
  }
}

/** Extends the known secrets of a client for one call, which remembers its own secrets however many others follow. */
export const knownToCall = ({ add, all, patternsOf }: KnownSecrets): KnownSecrets => {
  const own = new Set<string>()
  return {
    patternsOf,
    add: (...secrets) => {
      for (const secret of secrets) own.add(secret)
      add(...secrets)
    },
    all: () => [...own, ...all()]
  }
}

type Texts = () => ReadonlyArray<string>

// a shortened text may hold a part of a secret
const finder = (secrets: Texts, emails: Texts, patternsOf = Matching.patternsOf) => {
  const finding = lazy(() => ({ patterns: Matching.patterns(secrets(), patternsOf), keep: emails(), parts: true }))
  return (text: string) => Matching.find(text, finding())
}

/** Returns a text without secrets, shortened to `maxLength` characters (default 1,000). */
export type Mask = (text: string, maxLength?: number) => string

// enough for the masked text; a body may have megabytes
const readLength = (maxLength: number) => Math.max(4000, 2 * maxLength)

// these would move a cursor, or end the line of a log; removed after masking, as a secret may contain them
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** Makes a mask for secrets and possible secrets; e-mail addresses stay whole. */
export const maskOf = (secrets: Texts, emails: Texts = () => [], patternsOf = Matching.patternsOf): Mask => {
  const find = finder(secrets, emails, patternsOf)
  return (text, maxLength = 1000) => {
    // a text decoded from UTF-16 has a null after each character
    const read = text.slice(0, readLength(maxLength)).replaceAll("\0", "")
    const masked = maskNamed(Matching.replace(read, find(read), () => "…")).replaceAll(control, " ")
    return masked.length > maxLength || readLength(maxLength) < text.length
      ? `${masked.slice(0, maxLength - 1)}…`
      : masked
  }
}

// a cycle of causes has no end
const maxCauses = 8

/** The cause of an error as the fields `code` and `cause`: the code of its root, and a copy with masked messages. */
export const causeOf = (cause: unknown, mask: Mask, depth = 0): { readonly code?: string; readonly cause?: Error } => {
  if (!(cause instanceof Error) || depth === maxCauses) return {}
  const inner = causeOf(cause.cause, mask, depth + 1)
  const own = "code" in cause && typeof cause.code === "string" ? { code: cause.code } : {}
  const copy = Object.assign(
    new Error(mask(cause.message)),
    own,
    inner.cause === undefined ? {} : { cause: inner.cause }
  )
  copy.name = cause.name
  // the stack of this copy is of no use, and that of the original starts with its message
  copy.stack = `${copy.name}: ${copy.message}`
  const code = inner.code ?? own.code
  return { ...(code === undefined ? {} : { code }), cause: copy }
}

const secretsOfCall = (known: KnownSecrets, request: HttpRequest) =>
  [() => [...known.all(), ...secretsOf(request)], () => emailsOf(request), known.patternsOf] as const

/** Makes a mask for texts of a request or its answer. It costs nothing until used. */
export const maskOfRequest = (known: KnownSecrets, request: HttpRequest): Mask =>
  maskOf(...secretsOfCall(known, request))

/** Returns a function that says whether a text has a secret of the client or the request, in any encoding. */
export const knows = (known: KnownSecrets, request: HttpRequest): ((text: string) => boolean) => {
  const find = finder(...secretsOfCall(known, request))
  return (text) => find(text).length > 0
}
