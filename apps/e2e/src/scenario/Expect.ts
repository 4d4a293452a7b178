import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Formatter from "effect/Formatter"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** What a scenario saw differs from what it must see. */
export class Unmet extends Schema.TaggedError<Unmet>()("Unmet", {
  what: Schema.String,
  /** As text, of several lines where the value has parts. */
  expected: Schema.String,
  actual: Schema.String
}) {
  override get message() {
    return `${this.what}\n  expected: ${this.expected}\n  actual:   ${this.actual}`
  }
}

const written = (value: unknown) => Formatter.format(value, { space: 2 })

const unmet = (what: string, expected: string, actual: unknown) =>
  Effect.fail(new Unmet({ what, expected, actual: written(actual) }))

/** Expects a value equal to another, compared by structure. */
export const equal = (what: string, actual: unknown, expected: unknown) =>
  Equal.equals(actual, expected) ? Effect.void : unmet(what, written(expected), actual)

/** Expects a value equal to one of several, compared by structure. */
export const oneOf = (what: string, actual: unknown, expected: ReadonlyArray<unknown>) =>
  expected.some((one) => Equal.equals(actual, one)) ? Effect.void : unmet(what, `one of ${written(expected)}`, actual)

/** Expects a number no less than another. */
export const atLeast = (what: string, actual: number, least: number) =>
  actual >= least ? Effect.void : unmet(what, `at least ${least}`, actual)

/** Expects something that holds. */
export const isTrue = (what: string, actual: boolean) => equal(what, actual, true)

/** Expects a value that is there, and yields it. */
export const present = <A>(what: string, actual: A): Effect.Effect<NonNullable<A>, Unmet> =>
  actual === undefined || actual === null ? unmet(what, "a value", actual) : Effect.succeed(actual)

/** Expects an object, and yields it. */
export const record = (what: string, actual: unknown): Effect.Effect<Readonly<Record<string, unknown>>, Unmet> =>
  Predicate.isReadonlyObject(actual) ? Effect.succeed({ ...actual }) : unmet(what, "an object", actual)

/** Expects a failure of the given kind and yields it. */
export const failure = <A, E extends { readonly _tag: string }, R, const Tag extends E["_tag"]>(
  what: string,
  act: Effect.Effect<A, E, R>,
  tag: Tag
): Effect.Effect<Extract<E, { readonly _tag: Tag }>, Unmet, R> =>
  Effect.matchEffect(act, {
    onSuccess: (value) => unmet(what, `a failure with ${tag}`, value),
    onFailure: (error) => (isTagged(error, tag) ? Effect.succeed(error) : unmet(what, `a failure with ${tag}`, error))
  })

const isTagged = <E extends { readonly _tag: string }, Tag extends E["_tag"]>(
  error: E,
  tag: Tag
): error is Extract<E, { readonly _tag: Tag }> => error._tag === tag
