import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { isSecretName } from "./secrets/names.ts"

const jwt = /\beyJ[\w-]+\.[\w-]+/

// in an address, a form, a header, XML, or JSON that is itself a text
const secretAssigned = /(?:token|refresh|passw\w*|secret|key)\\?["']?\s*[=:>]/i

const isSecretText = (text: string) => jwt.test(text) || secretAssigned.test(text)

// an enterprise token comes as a bare string, and is one word; so does "OK"
const isWord = /^\S{8,}$/

// words as a service says them: what holds other characters, or more of them, may be anything
const isSpoken = /^[\w .,;:!?'()-]{0,200}$/

const isUnspoken = (text: unknown) => typeof text === "string" && (isWord.test(text) || !isSpoken.test(text))

// deeper than any answer; what lies below is hidden as a whole, so that no nesting exhausts the stack
const deepest = 64

const mapped = (value: object, map: (item: unknown, name: string) => unknown): unknown => {
  let isChanged = false
  const entries = Object.entries(value).map(([name, item]): [string, unknown] => {
    const made = map(item, name)
    isChanged ||= made !== item
    return [name, made]
  })
  if (!isChanged) return value
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

type Test = (text: string) => boolean

const never: Test = () => false

const hide = (value: unknown, isSecret: boolean, depth: number, isKnown: Test): unknown => {
  if (typeof value === "string") return isSecret || isSecretText(value) || isKnown(value) ? Redacted.make(value) : value
  if (!Predicate.isObjectKeyword(value) || Redacted.isRedacted(value)) return value
  if (depth > deepest) return Redacted.make(value)
  const isList = Array.isArray(value)
  if (!isList && Object.keys(value).some((name) => isKnown(`"${name}":`))) return Redacted.make(value)
  return mapped(value, (item, name) => hide(item, isSecret || (!isList && isSecretName(name)), depth + 1, isKnown))
}

/** Hides texts of a parsed body that may be secret, by name, form or `isKnown`, as `Redacted`; the rest is shared. */
export const redact = (body: unknown, isKnown = never): unknown =>
  hide(
    Array.isArray(body) ? mapped(body, (item) => (isUnspoken(item) ? Redacted.make(item) : item)) : body,
    isUnspoken(body),
    0,
    isKnown
  )

/** A text that is not JSON, or none of it where it is more than words. */
export const spoken = (text: string): string => (isSpoken.test(text) ? text : "…")

/** As {@link redact} of a part of a body, which may well be one word. */
export const redactPart = (part: unknown, isKnown = never): unknown => hide(part, false, 0, isKnown)

/** The body that {@link redact} was given. */
export const reveal = (body: unknown): unknown => {
  if (Redacted.isRedacted(body)) return Redacted.value(body)
  return Predicate.isObjectKeyword(body) ? mapped(body, reveal) : body
}
