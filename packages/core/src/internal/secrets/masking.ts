import type { HttpRequest } from "../../Http.ts"
import { lazy } from "../lazy.ts"
import * as Matching from "./matching.ts"
import { emailsOf, isSecretName, secretsOf } from "./names.ts"

/** What is written in place of a secret. */
export type Write = (secret: string) => string

/**
 * Makes a function that takes these secrets out of a text, in whatever encoding they stand there: URL, JSON, HTML,
 * base64, hexadecimals, any letter case, more than one of them. A secret of fewer than six characters counts as a word
 * only, and one of fewer than four as a value only.
 */
export const masker = (secrets: Iterable<string>, write: Write = () => "…"): ((text: string) => string) => {
  const finding = { patterns: Matching.patterns(secrets), parts: false }
  return (text) => Matching.replace(text, Matching.find(text, finding), write)
}

const jwt = /eyJ[\w-]*(?:\.[\w-]*){0,4}/g
const shortestJwt = 19

// each: a name, what stands between, and the value; a name begins where a run of its letters does, so that one is read once
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

const hide = (found: string, name: string, _between: string, value: string) =>
  value !== "" && isSecretName(name.slice(name.lastIndexOf(":") + 1))
    ? `${found.slice(0, found.length - value.length)}…`
    : found

/** Writes `…` for what looks like a secret by its form or by the name it stands under, known or not. */
export const maskNamed = (text: string): string => {
  const withoutJwt = text.replaceAll(jwt, (found) =>
    found.length >= shortestJwt || (found.length > 9 && found.includes(".")) ? "…" : found
  )
  const withoutHeaders = withoutJwt.replaceAll(header, "$1$2…")
  return fields.reduce((rest, field) => rest.replaceAll(field, hide), withoutHeaders)
}

/** The secrets that a client knows. */
export interface KnownSecrets {
  /** Keeps secrets in mind, such as each token that is sent. */
  readonly add: (...secrets: ReadonlyArray<string>) => void
  readonly all: () => ReadonlyArray<string>
  /** What to look for of a secret, made once. */
  readonly patternsOf: (secret: string) => ReadonlyArray<Matching.Pattern>
}

// a client that signs a token for each request has no more than these under way
const maxRecent = 100

/** Secrets of a client: `lasting` ones, such as its API key, and the last hundred others. */
export const knownSecrets = (lasting: ReadonlyArray<string> = []): KnownSecrets => {
  const recent = new Set<string>()
  const made = new Map<string, ReadonlyArray<Matching.Pattern>>()
  return {
    add: (...secrets) => {
      for (const secret of secrets) {
        recent.delete(secret)
        recent.add(secret)
        const [oldest] = recent
        if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest)
      }
    },
    all: () => [...lasting, ...recent],
    patternsOf: (secret) => {
      const patterns = made.get(secret) ?? Matching.patternsOf(secret)
      if (made.size > maxRecent) made.clear()
      made.set(secret, patterns)
      return patterns
    }
  }
}

/** Those that a client knows, for one call: what it sent itself it knows however many others are sent meanwhile. */
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

// text that was cut off, or cut itself, may hold a part of a secret
const finder = (secrets: Texts, emails: Texts, patternsOf = Matching.patternsOf) => {
  const finding = lazy(() => ({ patterns: Matching.patterns(secrets(), patternsOf), keep: emails(), parts: true }))
  return (text: string) => Matching.find(text, finding())
}

/** Writes a text without secrets and no longer than `longest`, a thousand characters unless said otherwise. */
export type Mask = (text: string, longest?: number) => string

// enough to fill what is shown after masking; a body may be a page of megabytes
const readLength = (longest: number) => Math.max(4000, 2 * longest)

// these would move a cursor, or end the line of a log; a secret may hold them, so that they go when it has gone
const control = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** Takes secrets out of a text, and what looks like one; e-mail addresses stay whole. */
export const maskOf = (secrets: Texts, emails: Texts = () => [], patternsOf = Matching.patternsOf): Mask => {
  const find = finder(secrets, emails, patternsOf)
  return (text, longest = 1000) => {
    // of a text in UTF-16 each second character is none
    const read = text.slice(0, readLength(longest)).replaceAll("\0", "")
    const masked = maskNamed(Matching.replace(read, find(read), () => "…")).replaceAll(control, " ")
    return masked.length > longest || readLength(longest) < text.length ? `${masked.slice(0, longest - 1)}…` : masked
  }
}

const knownOf = (known: KnownSecrets, request: HttpRequest) =>
  [() => [...known.all(), ...secretsOf(request)], () => emailsOf(request), known.patternsOf] as const

/** Takes secrets, and what looks like one, out of texts made from a request or its answer. Costs nothing until used. */
export const maskOfRequest = (known: KnownSecrets, request: HttpRequest): Mask => maskOf(...knownOf(known, request))

/** Tells whether a text holds a secret that the client knows or the request carried, in whatever encoding. */
export const knows = (known: KnownSecrets, request: HttpRequest): ((text: string) => boolean) => {
  const find = finder(...knownOf(known, request))
  return (text) => find(text).length > 0
}
