import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { TokenStoreFailed } from "./Errors.ts"
import * as Wire from "./Wire.ts"

/** The tokens of a session, which is renewed with `refresh`, or with the personal access token of its log-in. */
export class Tokens extends Wire.Struct<Tokens>()({
  /** The user token that calls send. */
  token: Wire.Secret,
  /** The refresh token. */
  refresh: Schema.optionalKey(Wire.Secret),
  /** The personal access token of the log-in, which renews the session. */
  personalAccessToken: Schema.optionalKey(Wire.Secret)
}) {}

/** The storage of the tokens of a session. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    readonly load: Effect.Effect<Option.Option<Tokens>, TokenStoreFailed>
    readonly save: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
    readonly clear: Effect.Effect<void, TokenStoreFailed>
    /** Runs an effect while no other user of the store, in this process or another, runs one. */
    readonly exclusive: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TokenStoreFailed, R>
    /** Whether the tokens end with the client, which then need not wait for a running refresh when it closes. */
    readonly isVolatile?: boolean
  }
>()("@remote-assist/core/TokenStore") {
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

type Service = TokenStore["Service"]

/** The stores whose locks the running fiber has. */
const OwnLocks = Context.Reference<ReadonlyArray<object>>("@remote-assist/core/TokenStore/OwnLocks", {
  defaultValue: () => []
})

/**
 * Makes a store that several programs can share: `save` and `clear` run under its lock, as `exclusive` does. The lock need not
 * be re-entrant, as it is taken once however the calls are nested.
 */
export const withLock = (store: Omit<Service, "exclusive">, lock: Service["exclusive"]): Service => {
  const exclusive: Service["exclusive"] = (effect) =>
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
