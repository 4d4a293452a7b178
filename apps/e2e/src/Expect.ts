import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Formatter from "effect/Formatter"
import * as Schema from "effect/Schema"

/** What a scenario saw differs from what it must see. */
export class Unmet extends Schema.TaggedError<Unmet>()("Unmet", {
  what: Schema.String,
  expected: Schema.String,
  actual: Schema.String
}) {
  override get message() {
    return `${this.what}\n  expected: ${this.expected}\n  actual:   ${this.actual}`
  }
}

const unmet = (what: string, expected: string, actual: unknown) =>
  Effect.fail(new Unmet({ what, expected, actual: Formatter.format(actual) }))

export const equal = (what: string, actual: unknown, expected: unknown) =>
  Equal.equals(actual, expected) ? Effect.void : unmet(what, Formatter.format(expected), actual)

export const atLeast = (what: string, actual: number, least: number) =>
  actual >= least ? Effect.void : unmet(what, `at least ${least}`, actual)

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
