import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

import { TokenStoreFailed } from "../../Errors.ts"
import { maskOf } from "../secrets/masking.ts"
import { secretsIn } from "../secrets/names.ts"

/** A store whose failures quote no token: neither those that it was given, nor those that it yielded. */
export const withoutTokens = (store: Store): Store => {
  let loaded: Tokens | undefined
  let saved: Tokens | undefined
  const masked = <E>(error: E | TokenStoreFailed) =>
    error instanceof TokenStoreFailed
      ? new TokenStoreFailed({ store: error.store, reason: maskOf(() => secretsIn([loaded, saved]))(error.reason) })
      : error
  return {
    ...store,
    load: Effect.mapBoth(store.load, {
      onSuccess: (found) => {
        loaded = Option.getOrElse(found, () => loaded)
        return found
      },
      onFailure: masked
    }),
    save: (tokens) =>
      Effect.suspend(() => {
        saved = tokens
        return Effect.mapError(store.save(tokens), masked)
      }),
    clear: Effect.mapError(store.clear, masked),
    exclusive: (effect) => Effect.mapError(store.exclusive(effect), masked)
  }
}

/** The tokens of a session. */
export interface Tokens {
  readonly token: Redacted.Redacted
  readonly refresh?: Redacted.Redacted
  readonly personalAccessToken?: Redacted.Redacted
}

/** What a session needs of a `TokenStore`. */
export interface Store {
  readonly load: Effect.Effect<Option.Option<Tokens>, TokenStoreFailed>
  readonly save: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
  readonly clear: Effect.Effect<void, TokenStoreFailed>
  readonly exclusive: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TokenStoreFailed, R>
  readonly isVolatile?: boolean
}
