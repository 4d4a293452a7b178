import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"

/** What answers the request of its context. */
export type Answer<E = never> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** What is there at once, or will be: most requests wait for nothing, and cost a tenth less without a fiber between their steps. */
export type AtOnce<A, R = never> = A | Effect.Effect<A, never, R>

/** What follows from it. */
export const ended = <A extends object, B, R = never>(made: AtOnce<A, R>, next: (value: A) => B): AtOnce<B, R> =>
  Effect.isEffect(made) ? Effect.map(made, next) : next(made)

/** The same as an effect. */
export const inEffect = <A extends object, R = never>(made: AtOnce<A, R>): Effect.Effect<A, never, R> =>
  Effect.isEffect(made) ? made : Effect.succeed(made)
