import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { TokenStoreFailed } from "../../Errors.ts"
import { maskOf } from "../secrets/masking.ts"
import { secretsIn } from "../secrets/names.ts"
import type { Store, Tokens } from "./Store.ts"

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
