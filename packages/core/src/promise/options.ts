import * as Predicate from "effect/Predicate"

import type * as Core from "../CallOptions.ts"
import type { Extra, Query } from "../CallOptions.ts"
import { isSecret } from "../internal/secrets/names.ts"
import type { Options as PageOptions, Position, Shrink } from "../Page.ts"
import { disjunction, nearest } from "../Text.ts"

export type { Extra, Position, Query, Shrink }

/** The options of a method that waits. */
export interface WaitOptions {
  /** Cancels the call and its request: the promise rejects with the reason of the signal. If it is already aborted, nothing is sent. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of the call, its retries included, in milliseconds. */
  readonly timeout?: number | undefined
}

/** The options of a single call, which override those of its client. */
export interface CallOptions extends WaitOptions, Pick<Core.CallOptions, "retries" | "headers" | "extra"> {}

/** The options of a paginator and of its calls. */
export interface StreamOptions extends CallOptions, Pick<PageOptions, "from" | "prefetch" | "collectFirst"> {
  /** Called each time the list has shrunk since the page before. */
  readonly onShrink?: ((shrink: Shrink) => void) | undefined
}

/** The options of a paginator of a list without totals. */
export interface BareStreamOptions extends Omit<StreamOptions, "onShrink"> {}

/** The rule for a setting or an option. */
export interface Check {
  readonly is: (value: unknown) => boolean
  readonly expected: string
}

export const text: Check = { is: (value) => Predicate.isString(value) && value !== "", expected: "a text" }

export const flag: Check = { is: Predicate.isBoolean, expected: "true or false" }

export const milliseconds: Check = {
  is: (value) => Number.isFinite(value) && Number(value) > 0,
  expected: "a number of milliseconds above 0"
}

export const count: Check = {
  is: (value) => Number.isInteger(value) && Number(value) >= 0,
  expected: "a whole number, 0 or more"
}

export const oneOf = (...texts: ReadonlyArray<unknown>): Check => ({
  is: (value) => texts.includes(value),
  expected: disjunction(texts.map((text) => JSON.stringify(text)))
})

export const callback: Check = { is: Predicate.isFunction, expected: "a function" }

/** An `AbortSignal`, of this realm or another. */
export const signal: Check = {
  is: (value) =>
    ["aborted", "addEventListener", "removeEventListener"].every((name) => Predicate.hasProperty(value, name)),
  expected: "an AbortSignal"
}

/** Whether a value is an object with readable fields: a `Map`, a `Date` or a promise would look empty. */
export const isPlain = (value: unknown): value is object => {
  if (!Predicate.isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null || Object.keys(value).length > 0
}

const isRecordOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  isPlain(value) && Object.values(value).every((inner) => inner === undefined || is(inner))

export const plain: Check = { is: isPlain, expected: "a plain object" }

const conversion = "as Object.fromEntries makes it of"

export const texts: Check = {
  is: isRecordOf(Predicate.isString),
  expected: `an object of texts, ${conversion} Headers`
}

const isValue = (value: unknown) =>
  Predicate.isString(value) || Number.isFinite(value) || Predicate.isBoolean(value) || isSecret(value)

/** Fields of a query; lists repeat their key. */
export const query: Check = {
  is: isRecordOf((value) => isValue(value) || (Array.isArray(value) && value.every(isValue))),
  expected: `an object of texts, numbers, flags and lists of them, ${conversion} URLSearchParams`
}

/** An object with the required functions, and any of the optional ones. */
export const functions = (required: ReadonlyArray<string>, optional: ReadonlyArray<string> = []): Check => ({
  is: (value) =>
    Predicate.isObjectKeyword(value) &&
    [...required, ...optional].every((name) => {
      const inner: unknown = Reflect.get(value, name)
      return Predicate.isFunction(inner) || (inner === undefined && !required.includes(name))
    }),
  expected: `an object with the functions ${required.join(", ")}${optional.length === 0 ? "" : ` and optionally ${optional.join(", ")}`}`
})

export type Checks = Readonly<Record<string, Check>>

/** Describes an invalid value. */
export const describeInvalid = (value: unknown, expected: string): string =>
  Predicate.isPromiseLike(value) ? "is a promise that was not awaited." : `must be ${expected}.`

/** Finds the invalid fields of an object; `undefined` counts as absent. */
export const invalidFields = (
  checks: Checks,
  value: object
): ReadonlyArray<{ readonly name: string; readonly reason: string }> =>
  Object.entries(value).flatMap(([name, inner]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined) return [{ name, reason: `is not known; ${suggestion(name, Object.keys(checks))}` }]
    return inner === undefined || check.is(inner) ? [] : [{ name, reason: describeInvalid(inner, check.expected) }]
  })

/** Finds the problems of the options of a call, its argument at a position such as `third`. */
export const findProblems = (checks: Checks, options: unknown, position: string): ReadonlyArray<string> =>
  isPlain(options)
    ? invalidFields(checks, options).map(({ name, reason }) => `the option ${JSON.stringify(name)} ${reason}`)
    : [`the ${position} argument ${describeInvalid(options, "an object of options")}`]

/** Suggests the nearest known name, or lists all known names. */
export const suggestion = (name: string, known: Iterable<string>): string => {
  const names = [...known]
  const match = nearest(name, names)
  return match !== undefined
    ? `did you mean ${JSON.stringify(match)}?`
    : names.length === 0
      ? "it has no fields."
      : `known are ${names.join(", ")}.`
}

const extraChecks: Checks = { query, body: plain }

const isExtra = (value: unknown) => isPlain(value) && invalidFields(extraChecks, value).length === 0

const isPosition = (value: unknown) =>
  isPlain(value) && [Reflect.get(value, "page") || undefined, Reflect.get(value, "taken")].every(count.is)

export const waitChecks: Checks = { signal, timeout: milliseconds }

export const callChecks: Checks = {
  ...waitChecks,
  retries: count,
  headers: texts,
  extra: { is: isExtra, expected: `{ query } or { body } or both: ${query.expected}, and a plain object` }
}

export const bareStreamChecks: Checks = {
  ...callChecks,
  from: { is: isPosition, expected: "the position of a paginator, such as { page: 1, taken: 0 }" },
  prefetch: count,
  collectFirst: flag
}

export const streamChecks: Checks = { ...bareStreamChecks, onShrink: callback }
