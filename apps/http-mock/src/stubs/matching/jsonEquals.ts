import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"

type Json = Schema.Json

/** What a comparison of JSON passes over. */
export interface JsonOptions {
  readonly ignoreArrayOrder: boolean
  readonly ignoreExtraElements: boolean
}

const placeholder = /^\$\{json-unit\.(ignore|ignore-element|any-string|any-number|any-boolean)\}$/

const stands = (kind: string | undefined, value: Json) => {
  switch (kind) {
    case "any-string":
      return typeof value === "string"
    case "any-number":
      return typeof value === "number"
    case "any-boolean":
      return typeof value === "boolean"
    default:
      return true
  }
}

const isRecord = (value: Json): value is { readonly [name: string]: Json } =>
  Predicate.isObject(value) && !Array.isArray(value)

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

type Equals = (expected: Json, actual: Json) => boolean

/** Whether each of the expected is one of the actual, no two the same: by augmenting paths, as one may be like several. */
const assigned = (expected: ReadonlyArray<Json>, actual: ReadonlyArray<Json>, equals: Equals): boolean => {
  const takenBy = new Map<number, number>()
  const fits = expected.map((one) => actual.flatMap((other, at) => (equals(one, other) ? [at] : [])))
  const place = (one: number, tried: Set<number>): boolean =>
    (fits[one] ?? []).some((at) => {
      if (tried.has(at)) return false
      tried.add(at)
      const other = takenBy.get(at)
      if (other !== undefined && !place(other, tried)) return false
      takenBy.set(at, one)
      return true
    })
  return expected.every((_, one) => place(one, new Set()))
}

/** Whether JSON is what was expected, which may have placeholders such as `${json-unit.any-string}`. */
export const jsonEquals = ({ ignoreArrayOrder, ignoreExtraElements }: JsonOptions): Equals => {
  const listEquals = (expected: ReadonlyArray<Json>, actual: ReadonlyArray<Json>) => {
    if (ignoreExtraElements ? expected.length > actual.length : expected.length !== actual.length) return false
    return ignoreArrayOrder
      ? assigned(expected, actual, equals)
      : expected.every((one, at) => equals(one, actual[at] ?? null))
  }
  const recordEquals = (
    expected: { readonly [name: string]: Json },
    actual: { readonly [name: string]: Json }
  ): boolean => {
    const names = Object.keys(expected)
    const isOptional = (name: string) => expected[name] === "${json-unit.ignore-element}"
    return (
      names.every((name) =>
        Object.hasOwn(actual, name) ? equals(expected[name] ?? null, actual[name] ?? null) : isOptional(name)
      ) &&
      (ignoreExtraElements || Object.keys(actual).every((name) => Object.hasOwn(expected, name)))
    )
  }
  const equals: Equals = (expected, actual) => {
    if (typeof expected === "string") {
      const [found, kind] = placeholder.exec(expected) ?? []
      return found === undefined ? expected === actual : stands(kind, actual)
    }
    if (isList(expected)) return isList(actual) && listEquals(expected, actual)
    if (isRecord(expected)) return isRecord(actual) && recordEquals(expected, actual)
    return expected === actual
  }
  return equals
}
