import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"

import { TokenStoreFailed } from "./Errors.ts"
import { Tokens, TokenStore } from "./TokenStore.ts"

/** Layer that stores the tokens in a `KeyValueStore`. Programs that share it may renew twice; `TokenFile` prevents that. */
export const layer = (key: string): Layer.Layer<TokenStore, never, KeyValueStore.KeyValueStore> =>
  Layer.effect(
    TokenStore,
    Effect.map(KeyValueStore.KeyValueStore, (values) => {
      const tokens = KeyValueStore.toSchemaStore(values, Tokens)
      const failed = (error: { readonly message: string }) =>
        new TokenStoreFailed({ store: key, reason: error.message })
      return TokenStore.of({
        load: Effect.mapError(tokens.get(key), failed),
        save: (value) => Effect.mapError(tokens.set(key, value), failed),
        clear: Effect.mapError(tokens.remove(key), failed),
        exclusive: identity
      })
    })
  )
