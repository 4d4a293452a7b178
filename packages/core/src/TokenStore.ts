import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { Store } from "./internal/session/storage.ts"
import * as Wire from "./Wire.ts"

/** The tokens of a session, which is renewed with `refresh`, or with the personal access token of its log-in. */
export class Tokens extends Wire.Struct<Tokens>()({
  /** The user token that calls send. */
  token: Wire.Secret,
  /** The refresh token; it may work only once. */
  refresh: Schema.optionalKey(Wire.Secret),
  /** The personal access token of the log-in, which renews the session. */
  personalAccessToken: Schema.optionalKey(Wire.Secret)
}) {}

// the PURE comments keep it out of bundles without such a store
/** Codec between tokens and the JSON text in which stores keep them. */
export const TokensText = /* @__PURE__ */ Schema.fromJsonString(/* @__PURE__ */ Schema.toCodecJson(Tokens))

/** The storage of the tokens of a session. */
export class TokenStore extends Context.Service<TokenStore, Store>()("@remote-assist/core/TokenStore") {
  /** Layer that stores the tokens in memory. */
  static readonly layerMemory: Layer.Layer<TokenStore> = Layer.sync(TokenStore, () => {
    let stored = Option.none<Tokens>()
    const set = (tokens: Option.Option<Tokens>) =>
      Effect.sync(() => {
        stored = tokens
      })
    return TokenStore.of({
      load: Effect.sync(() => stored),
      save: (tokens) => set(Option.some(tokens)),
      clear: set(Option.none()),
      exclusive: identity,
      isVolatile: true
    })
  })
}

/** The stores whose locks the running fiber has. */
const OwnLocks = Context.Reference<ReadonlyArray<object>>("@remote-assist/core/TokenStore/OwnLocks", {
  defaultValue: () => []
})

/**
 * Makes a store that several programs can share: `save` and `clear` run under its lock, as `exclusive` does. The lock need not
 * be re-entrant, as it is taken once however the calls are nested.
 */
export const withLock = (store: Omit<Store, "exclusive">, lock: Store["exclusive"]): Store => {
  const exclusive: Store["exclusive"] = (effect) =>
    Effect.flatMap(OwnLocks, (own) =>
      own.includes(store) ? effect : lock(Effect.provideService(effect, OwnLocks, [...own, store]))
    )
  return {
    ...store,
    save: (tokens) => exclusive(store.save(tokens)),
    clear: exclusive(store.clear),
    exclusive
  }
}
