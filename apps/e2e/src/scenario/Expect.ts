import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Formatter from "effect/Formatter"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { mustRun } from "../recorder/Recorder.ts"

/** An expectation of a scenario is not met. */
export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()("ExpectationFailed", {
  what: Schema.String,
  /** As text, on several lines if the value has parts. */
  expected: Schema.String,
  actual: Schema.String,
  /** The redacted values in both, in the order of their numbers. */
  secrets: Schema.optionalKey(Schema.Array(Schema.Redacted(Schema.Unknown)))
}) {
  override get message() {
    return `${this.what}\n  expected: ${this.expected}\n  actual:   ${this.actual}`
  }
}

const format = (value: unknown) => Formatter.format(value, { space: 2 })

const fail = (
  what: string,
  expected: string,
  actual: unknown,
  secrets: ReadonlyArray<Redacted.Redacted<unknown>> = []
) => Effect.fail(new ExpectationFailed({ what, expected, actual: format(actual), secrets }))

const check = <A, E, R>(what: string, act: () => Effect.Effect<A, E, R>) => {
  if (!Predicate.isString(what))
    throw new TypeError('An expectation has no label. Write it first: Expect.equal("the label", actual, expected).')
  // evaluated here, so that the stack of a failure has the line
  return mustRun(act())
}

/** Expects a value that equals another by structure. */
export const equal = (what: string, actual: unknown, expected: unknown) =>
  check(what, () => (Equal.equals(actual, expected) ? Effect.void : failWith(what, expected, actual)))

/** Fails with the formatted values, after `prefix`. */
const failWith = (what: string, expected: unknown, actual: unknown, prefix = "") => {
  const { secrets, values } = numberSecrets(expected, actual)
  return fail(what, `${prefix}${format(values[0])}`, values[1], secrets)
}

/** Replaces redacted values by masks, which have numbers if the values differ. */
const numberSecrets = (...values: ReadonlyArray<unknown>) => {
  const secrets: Array<Redacted.Redacted<unknown>> = []
  const replace = (value: unknown, parents: ReadonlyArray<object> = []): unknown => {
    if (Redacted.isRedacted(value)) {
      const index = secrets.findIndex((secret) => Equal.equals(secret, value))
      const number = index < 0 ? secrets.push(value) : index + 1
      return { toString: () => (secrets.length > 1 ? `<redacted ${number}>` : format(value)) }
    }
    if (!Predicate.isObjectOrArray(value) || parents.includes(value)) return value
    const inside = (part: unknown) => replace(part, [...parents, value])
    if (value instanceof Set) return new Set(Array.from(value, inside))
    if (value instanceof Map) return new Map(Array.from(value, ([key, part]) => [inside(key), inside(part)]))
    const changed = Object.entries(value).flatMap(([name, part]) => {
      const replaced = inside(part)
      return replaced === part ? [] : [[name, replaced] as const]
    })
    if (changed.length === 0) return value
    const copy: object = Array.isArray(value) ? [...value] : Object.create(Object.getPrototypeOf(value))
    return Object.assign(copy, value, Object.fromEntries(changed))
  }
  return { secrets, values: values.map((value) => replace(value)) }
}

/** Expects a value that equals one of several by structure. */
export const oneOf = (what: string, actual: unknown, expected: ReadonlyArray<unknown>) =>
  check(what, () =>
    expected.some((one) => Equal.equals(actual, one)) ? Effect.void : failWith(what, expected, actual, "one of ")
  )

/** Expects a number that is at least a minimum. */
export const atLeast = (what: string, actual: number, min: number) =>
  check(what, () => (actual >= min ? Effect.void : fail(what, `at least ${min}`, actual)))

/** Expects `true`. */
export const isTrue = (what: string, actual: boolean) => equal(what, actual, true)

/** Expects a value that is not null or undefined, and returns it. */
export const present = <A>(what: string, actual: A): Effect.Effect<NonNullable<A>, ExpectationFailed> =>
  check(what, () => (actual === undefined || actual === null ? fail(what, "a value", actual) : Effect.succeed(actual)))

/** Expects an object, and returns a copy. */
export const record = (what: string, actual: unknown) =>
  check(what, () =>
    Predicate.isReadonlyObject(actual) ? Effect.succeed({ ...actual }) : fail(what, "an object", actual)
  )

/** Expects a failure with a tag, and returns it. */
export const failure = <A, E extends { readonly _tag: string }, R, const Tag extends E["_tag"]>(
  what: string,
  act: Effect.Effect<A, E, R>,
  tag: Tag
): Effect.Effect<Extract<E, { readonly _tag: Tag }>, ExpectationFailed, R> =>
  check(what, () =>
    Effect.matchEffect(act, {
      onSuccess: (value) => fail(what, `a failure with ${tag}`, value),
      onFailure: (error) => (isTagged(error, tag) ? Effect.succeed(error) : fail(what, `a failure with ${tag}`, error))
    })
  )

const isTagged = <E extends { readonly _tag: string }, Tag extends E["_tag"]>(
  error: E,
  tag: Tag
): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag
