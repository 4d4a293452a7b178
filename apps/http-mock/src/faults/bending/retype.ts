import * as Predicate from "effect/Predicate"

import type { KindOfValue } from "./Bending.ts"

const sizeOf = (value: object) => (Array.isArray(value) ? value.length : Object.keys(value).length)

const toNumber = (value: unknown): number => {
  if (Predicate.isObjectOrArray(value)) return sizeOf(value)
  if (!Predicate.isString(value)) return Number(value)
  const number = Number(value)
  return value.trim() !== "" && Number.isFinite(number) ? number : value.length
}

const falsy: ReadonlySet<unknown> = new Set([false, null, 0, "", "0", "false"])

/** A value as one of another type: `5` as a string is `"5"`, a text that is no number as a number is its length. */
export const retyped = (value: unknown, kind: KindOfValue): unknown => {
  switch (kind) {
    case "string":
      return Predicate.isString(value) ? value : JSON.stringify(value)
    case "number":
      return Predicate.isNumber(value) ? value : toNumber(value)
    case "boolean":
      return !falsy.has(value)
    case "null":
      return null
    case "object":
      if (Array.isArray(value)) return Object.fromEntries(value.entries())
      return Predicate.isObject(value) ? value : { value }
    case "array":
      if (value === null) return []
      return Array.isArray(value) ? value : [value]
  }
}

/** A value of the same type that no client knows. */
export const unknownLike = (value: unknown): unknown => {
  if (Predicate.isNumber(value)) return 987_654_321
  if (Predicate.isBoolean(value)) return !value
  if (Array.isArray(value)) return value.map(unknownLike)
  return Predicate.isObject(value) ? { unknown_field: "unknown_value" } : "unknown_value"
}
