import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

import type { TokenStoreFailed } from "../../Errors.ts"

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
