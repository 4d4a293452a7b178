import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"

import * as Wire from "./Wire.ts"

/** The tokens of a session; without `refresh` it cannot be renewed. */
export const Tokens = Schema.Struct({
  token: Wire.Secret,
  refresh: Schema.optionalKey(Wire.Secret)
})
export type Tokens = typeof Tokens.Type

/** Where a session keeps its tokens. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    readonly load: Effect.Effect<Option.Option<Tokens>>
    readonly save: (tokens: Tokens) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
  }
>()("@remote-assist/core/TokenStore") {
  /** Keeps the tokens for as long as the process lives. */
  static readonly layerMemory: Layer.Layer<TokenStore> = Layer.effect(
    TokenStore,
    Effect.map(Ref.make(Option.none<Tokens>()), (kept) =>
      TokenStore.of({
        load: Ref.get(kept),
        save: (tokens) => Ref.set(kept, Option.some(tokens)),
        clear: Ref.set(kept, Option.none())
      })
    )
  )
}
