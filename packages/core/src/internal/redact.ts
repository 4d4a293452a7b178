import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { isSecretName } from "./secrets/names.ts"

const jwt = /\beyJ[\w-]+\.[\w-]+/

// in a URL, a form, a header, XML, or JSON inside a text
const secretAssigned = /(?:token|refresh|passw\w*|secret|key)\\?["']?\s*[=:>]/i

const isSecretText = (text: string) => jwt.test(text) || secretAssigned.test(text)

// an enterprise token is a bare string of one word, as is "OK"
const isWord = /^\S{8,}$/

// prose of a service: a text with other characters, or a longer one, may be anything
const isProse = /^[\w .,;:!?'()-]{0,200}$/

const isNotProse = (text: unknown) => typeof text === "string" && (isWord.test(text) || !isProse.test(text))

// deeper than any answer; deeper values are hidden whole, so that nesting cannot exhaust the stack
const maxDepth = 64

const mapped = (value: object, map: (item: unknown, name: string) => unknown): unknown => {
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const result = map(item, name)
    isChanged ||= result !== item
    return [name, result]
  })
  if (!isChanged) return value
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

type Test = (text: string) => boolean

const never: Test = () => false

const hide = (value: unknown, isSecret: boolean, depth: number, isKnown: Test): unknown => {
  if (typeof value === "string") return isSecret || isSecretText(value) || isKnown(value) ? Redacted.make(value) : value
  if (!Predicate.isObjectKeyword(value) || Redacted.isRedacted(value)) return value
  if (depth > maxDepth) return Redacted.make(value)
  const isList = Array.isArray(value)
  if (!isList && Object.keys(value).some((name) => isKnown(`"${name}":`))) return Redacted.make(value)
  return mapped(value, (item, name) => hide(item, isSecret || (!isList && isSecretName(name)), depth + 1, isKnown))
}

/** Hides texts of a parsed body that may be secret, by name, form or `isKnown`, as `Redacted`; other values are shared. */
export const redact = (body: unknown, isKnown = never): unknown =>
  hide(
    Array.isArray(body) ? mapped(body, (item) => (isNotProse(item) ? Redacted.make(item) : item)) : body,
    isNotProse(body),
    0,
    isKnown
  )

/** Returns a text that is prose; hides any other text. */
export const maskProse = (text: string): string => (isProse.test(text) ? text : "…")

/** Hides secrets as {@link redact} does in a part of a body, which may be a single word. */
export const redactPart = (part: unknown, isKnown = never): unknown => hide(part, false, 0, isKnown)

/** Reverts {@link redact}. */
export const reveal = (body: unknown): unknown => {
  if (Redacted.isRedacted(body)) return Redacted.value(body)
  return Predicate.isObjectKeyword(body) ? mapped(body, reveal) : body
}
