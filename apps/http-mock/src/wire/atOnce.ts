import * as Effect from "effect/Effect"

/** What is there at once, or will be: most requests wait for nothing, and cost a tenth less without a fiber between their steps. */
export type AtOnce<A, R = never> = A | Effect.Effect<A, never, R>

/** What follows from it. */
export const ended = <A extends object, B, R = never>(made: AtOnce<A, R>, next: (value: A) => B): AtOnce<B, R> =>
  Effect.isEffect(made) ? Effect.map(made, next) : next(made)

/** The same as an effect. */
export const inEffect = <A extends object, R = never>(made: AtOnce<A, R>): Effect.Effect<A, never, R> =>
  Effect.isEffect(made) ? made : Effect.succeed(made)
