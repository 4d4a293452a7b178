import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import type { TokenStoreFailed } from "./Errors.ts"
import * as Wire from "./Wire.ts"

/** The tokens of a session. It can be renewed with `refresh`, or with the personal access token it was made from. */
export class Tokens extends Wire.Struct<Tokens>()({
  /** The user token that calls carry. */
  token: Wire.Secret,
  /** What it is renewed with. */
  refresh: Schema.optionalKey(Wire.Secret),
  /** The personal access token that it was made from, and is renewed with. */
  personalAccessToken: Schema.optionalKey(Wire.Secret)
}) {}

/** Where a session keeps its tokens. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    readonly load: Effect.Effect<Option.Option<Tokens>, TokenStoreFailed>
    readonly save: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
    readonly clear: Effect.Effect<void, TokenStoreFailed>
    /** Runs an effect while no other user of the same store, in this process or another, runs one. */
    readonly exclusive: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TokenStoreFailed, R>
    /** Whether what it keeps ends with the client, which then need not wait for a refresh under way when it is closed. */
    readonly isVolatile?: boolean
  }
>()("@remote-assist/core/TokenStore") {
  /** Keeps the tokens for as long as the process lives. */
  static readonly layerMemory: Layer.Layer<TokenStore> = Layer.sync(TokenStore, () => {
    let kept = Option.none<Tokens>()
    const set = (tokens: Option.Option<Tokens>) =>
      Effect.sync(() => {
        kept = tokens
      })
    return TokenStore.of({
      load: Effect.sync(() => kept),
      save: (tokens) => set(Option.some(tokens)),
      clear: set(Option.none()),
      exclusive: identity,
      isVolatile: true
    })
  })
}
