import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { oneLine } from "../../world/oneLine.ts"
import { compile } from "./Pattern.ts"
import type { Condition } from "./Where.ts"

/** Whether the values that there are meet a condition. */
export type Holds = (values: ReadonlyArray<unknown>) => boolean

const textOf = (value: unknown) => (Predicate.isString(value) ? value : JSON.stringify(value))

const isEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
  if (!Predicate.isObject(one) || !Predicate.isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  )
}

const some =
  (is: (value: unknown) => boolean): Holds =>
  (values) =>
    values.some(is)

/** Makes what tells whether values of JSON, or texts, meet a condition; or says why that cannot be used. */
export const holdsFor = (condition: Condition, isText: boolean): Result.Result<Holds, string> => {
  const equal = (wanted: unknown) =>
    some(isText ? (value) => value === textOf(wanted) : (value) => isEqual(value, wanted))
  if (!Predicate.isObject(condition)) return Result.succeed(equal(condition))
  if ("equals" in condition) return Result.succeed(equal(condition.equals))
  if ("contains" in condition) return Result.succeed(some((value) => textOf(value).includes(condition.contains)))
  if ("absent" in condition) return Result.succeed((values) => (values.length === 0) === condition.absent)
  return Result.mapBoth(compile(condition.matches), {
    onFailure: (why) => `matches has ${JSON.stringify(condition.matches)}, which cannot be used: ${oneLine(why)}.`,
    onSuccess: (isMatch) => some((value) => isMatch(textOf(value)))
  })
}
