import * as Predicate from "effect/Predicate"

import { isSecret } from "../internal/secrets/hidden.ts"
import { suggestion } from "./nearest.ts"

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

const isRecordOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  Predicate.isObject(value) && Object.values(value).every((inner) => inner === undefined || is(inner))

export const anObject: Check = { is: isRecordOf(() => true), wanted: "an object" }

export const texts: Check = { is: isRecordOf(Predicate.isString), wanted: "an object of texts" }

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
    return inner === undefined || check.is(inner) ? [] : [{ name, reason: `must be ${check.wanted}.` }]
  })
