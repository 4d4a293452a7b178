import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Formatter from "effect/Formatter"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** An expectation of a scenario is not met. */
export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()("ExpectationFailed", {
  what: Schema.String,
  /** As text, on several lines if the value has parts. */
  expected: Schema.String,
  actual: Schema.String
}) {
  override get message() {
    return `${this.what}\n  expected: ${this.expected}\n  actual:   ${this.actual}`
  }
}

const format = (value: unknown) => Formatter.format(value, { space: 2 })

const fail = (what: string, expected: string, actual: unknown) =>
  Effect.fail(new ExpectationFailed({ what, expected, actual: format(actual) }))

/** Expects a value that equals another by structure. */
export const equal = (what: string, actual: unknown, expected: unknown) =>
  Equal.equals(actual, expected) ? Effect.void : fail(what, format(expected), actual)

/** Expects a value that equals one of several by structure. */
export const oneOf = (what: string, actual: unknown, expected: ReadonlyArray<unknown>) =>
  expected.some((one) => Equal.equals(actual, one)) ? Effect.void : fail(what, `one of ${format(expected)}`, actual)

/** Expects a number that is at least a minimum. */
export const atLeast = (what: string, actual: number, min: number) =>
  actual >= min ? Effect.void : fail(what, `at least ${min}`, actual)

/** Expects `true`. */
export const isTrue = (what: string, actual: boolean) => equal(what, actual, true)

/** Expects a value that is not null or undefined, and returns it. */
export const present = <A>(what: string, actual: A): Effect.Effect<NonNullable<A>, ExpectationFailed> =>
  actual === undefined || actual === null ? fail(what, "a value", actual) : Effect.succeed(actual)

/** Expects an object, and returns a copy. */
export const record = (
  what: string,
  actual: unknown
): Effect.Effect<Readonly<Record<string, unknown>>, ExpectationFailed> =>
  Predicate.isReadonlyObject(actual) ? Effect.succeed({ ...actual }) : fail(what, "an object", actual)

/** Expects a failure with a tag, and returns it. */
export const failure = <A, E extends { readonly _tag: string }, R, const Tag extends E["_tag"]>(
  what: string,
  act: Effect.Effect<A, E, R>,
  tag: Tag
): Effect.Effect<Extract<E, { readonly _tag: Tag }>, ExpectationFailed, R> =>
  Effect.matchEffect(act, {
    onSuccess: (value) => fail(what, `a failure with ${tag}`, value),
    onFailure: (error) => (isTagged(error, tag) ? Effect.succeed(error) : fail(what, `a failure with ${tag}`, error))
  })

const isTagged = <E extends { readonly _tag: string }, Tag extends E["_tag"]>(
  error: E,
  tag: Tag
): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag
