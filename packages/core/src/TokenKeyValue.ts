import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"

import { TokenStoreFailed } from "./Errors.ts"
import { Tokens, TokenStore, withLock } from "./TokenStore.ts"

/**
 * Layer that stores the tokens in a `KeyValueStore`. Programs that share the store need a `lock` that all of them take, or a
 * refresh token, which may work only once, is used twice. It need not be re-entrant.
 */
export const layer = (
  key: string,
  lock: TokenStore["Service"]["exclusive"] = identity
): Layer.Layer<TokenStore, never, KeyValueStore.KeyValueStore> =>
  Layer.effect(
    TokenStore,
    Effect.map(KeyValueStore.KeyValueStore, (values) => {
      const tokens = KeyValueStore.toSchemaStore(values, Tokens)
      const failed = (error: { readonly message: string }) =>
        new TokenStoreFailed({ store: key, reason: error.message })
      return withLock(
        {
          load: Effect.mapError(tokens.get(key), failed),
          save: (value) => Effect.mapError(tokens.set(key, value), failed),
          clear: Effect.mapError(tokens.remove(key), failed)
        },
        lock
      )
    })
  )
