import * as Predicate from "effect/Predicate"

import { isSecret } from "../internal/secrets/names.ts"
import { nearest } from "../Nearest.ts"

/** What a setting or an option must be. */
export interface Check {
  readonly is: (value: unknown) => boolean
  readonly wanted: string
}

const number = (from: number) => (value: unknown) =>
  Predicate.isNumber(value) && Number.isFinite(value) && value >= from

export const text: Check = { is: (value) => Predicate.isString(value) && value !== "", wanted: "a text" }

export const secretText: Check = { is: (value) => text.is(value) || isSecret(value), wanted: "a text or a secret" }

export const flag: Check = { is: Predicate.isBoolean, wanted: "true or false" }

export const milliseconds: Check = {
  is: (value) => number(0)(value) && value !== 0,
  wanted: "a number of milliseconds above 0"
}

export const count: Check = {
  is: (value) => Number.isInteger(value) && number(0)(value),
  wanted: "a whole number, 0 or more"
}

export const oneOf = (...texts: ReadonlyArray<unknown>): Check => ({
  is: (value) => texts.includes(value),
  wanted: texts.map((text) => JSON.stringify(text)).join(" or ")
})

export const callback: Check = { is: Predicate.isFunction, wanted: "a function" }

/** An `AbortSignal`, of this realm or another. */
export const signal: Check = {
  is: (value) =>
    ["aborted", "addEventListener", "removeEventListener"].every((name) => Predicate.hasProperty(value, name)),
  wanted: "an AbortSignal"
}

/** Whether a value is an object whose fields can be read: a `Map`, a `Date` or a promise would pass for an empty one. */
export const isPlain = (value: unknown): value is object => {
  if (!Predicate.isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null || Object.keys(value).length > 0
}

const isRecordOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  isPlain(value) && Object.values(value).every((inner) => inner === undefined || is(inner))

export const plain: Check = { is: isPlain, wanted: "a plain object" }

const made = "as Object.fromEntries makes it of"

export const texts: Check = { is: isRecordOf(Predicate.isString), wanted: `an object of texts, ${made} Headers` }

const isValue = (value: unknown) =>
  Predicate.isString(value) || Number.isFinite(value) || Predicate.isBoolean(value) || isSecret(value)

/** Fields of a query, which lists repeat. */
export const query: Check = {
  is: isRecordOf((value) => isValue(value) || (Array.isArray(value) && value.every(isValue))),
  wanted: `an object of texts, numbers, flags and lists of them, ${made} URLSearchParams`
}

/** An object with some of the named functions, and with all those of the first list. */
export const functions = (needed: ReadonlyArray<string>, others: ReadonlyArray<string> = []): Check => ({
  is: (value) =>
    Predicate.isObjectKeyword(value) &&
    [...needed, ...others].every((name) => {
      const inner: unknown = Reflect.get(value, name)
      return Predicate.isFunction(inner) || (inner === undefined && !needed.includes(name))
    }),
  wanted: `an object with the functions ${[...needed, ...others.map((name) => `${name}?`)].join(", ")}`
})

export type Checks = Readonly<Record<string, Check>>

/** Says that a value is not what it must be. */
export const misfit = (value: unknown, wanted: string): string =>
  Predicate.isPromiseLike(value) ? "is a promise that was not awaited." : `must be ${wanted}.`

/** Tells what is wrong with the fields of an object, each with its name; `undefined` is as good as absent. */
export const wrongIn = (
  checks: Checks,
  value: object,
  hint: (name: string) => string = () => ""
): ReadonlyArray<{ readonly name: string; readonly reason: string }> =>
  Object.entries(value).flatMap(([name, inner]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (check === undefined)
      return [{ name, reason: `is not known; ${hint(name) || suggestion(name, Object.keys(checks))}` }]
    return inner === undefined || check.is(inner) ? [] : [{ name, reason: misfit(inner, check.wanted) }]
  })

/** Tells what is wrong with the options of a call, which are its argument at a place, such as `third`. */
export const problemsIn = (checks: Checks, options: unknown, place: string): ReadonlyArray<string> =>
  isPlain(options)
    ? wrongIn(checks, options).map(({ name, reason }) => `the option ${JSON.stringify(name)} ${reason}`)
    : [`the ${place} argument ${misfit(options, "an object of options")}`]

/** Says what to write instead of an unknown name: the one that is nearest, or all there are. */
export const suggestion = (name: string, known: Iterable<string>): string => {
  const names = [...known]
  const meant = nearest(name, names)
  return meant !== undefined
    ? `did you mean ${JSON.stringify(meant)}?`
    : names.length === 0
      ? "it has no fields."
      : `known are ${names.join(", ")}.`
}
