import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Auth } from "./Auth.ts"
import type { LogIn } from "./Auth.ts"
import { SessionEnded } from "./Errors.ts"
import type { CallError, ErrorV1 } from "./Errors.ts"
import { TokenStore } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"

const ended = (reason: string) => Effect.fail(new SessionEnded({ reason }))

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export class Session extends Context.Service<
  Session,
  {
    /**
     * Logs in with e-mail address or user name and password and keeps the tokens; a session before it is replaced.
     *
     * Source: interface §4.1, 2.
     */
    readonly logIn: (credentials: LogIn) => Effect.Effect<void, ErrorV1 | CallError>
    /** Starts a session from tokens obtained elsewhere. */
    readonly start: (tokens: Tokens) => Effect.Effect<void>
    /** The user token to send. */
    readonly token: Effect.Effect<Redacted.Redacted, SessionEnded>
    /**
     * Renews the token that was found expired. Any number of concurrent calls cause one refresh, and a call that comes
     * late with an older token gets the current one. A refused refresh ends the session; a failed connection does not.
     */
    readonly renew: (expired: Redacted.Redacted) => Effect.Effect<Redacted.Redacted, SessionEnded | CallError>
    /** Forgets the tokens. */
    readonly logOut: Effect.Effect<void>
  }
>()("@remote-assist/core/Session") {
  static readonly layer: Layer.Layer<Session, never, Auth | TokenStore> = Layer.effect(
    Session,
    Effect.gen(function* () {
      const auth = yield* Auth
      const store = yield* TokenStore
      const scope = yield* Effect.scope

      const current = Effect.flatMap(store.load, (tokens) =>
        Option.match(tokens, { onNone: () => ended("Nobody is logged in."), onSome: Effect.succeed })
      )

      const endUnlessReplaced = Effect.fnUntraced(function* (refused: Tokens, reason: string) {
        const now = yield* store.load
        if (Option.exists(now, ({ token }) => Redacted.value(token) === Redacted.value(refused.token))) {
          yield* store.clear
        }
        return yield* ended(reason)
      })

      const refresh = Effect.fn("Session.refresh")(function* (expired: string) {
        const tokens = yield* current
        if (Redacted.value(tokens.token) !== expired) return tokens.token
        if (tokens.refresh === undefined) {
          return yield* endUnlessReplaced(tokens, "The token has expired and came without a refresh token.")
        }
        const renewed = yield* Effect.catchTag(auth.refresh(tokens.refresh), "ErrorV1", (error) =>
          endUnlessReplaced(tokens, `The session could not be renewed (${error.message}).`)
        )
        yield* store.save(renewed)
        return renewed.token
      })

      // a refresh runs in the session's scope: a caller that goes away must not lose the answer, whose refresh token
      // may be the only one that still works
      const flights: Cache.Cache<string, Fiber.Fiber<Redacted.Redacted, SessionEnded | CallError>> = yield* Cache.make({
        capacity: 16,
        lookup: (expired: string) =>
          refresh(expired).pipe(
            Effect.onError(() => Cache.invalidate(flights, expired)),
            Effect.forkIn(scope)
          )
      })

      return Session.of({
        logIn: Effect.fn("Session.logIn")((credentials) => Effect.flatMap(auth.logIn(credentials), store.save)),
        start: store.save,
        token: Effect.map(current, ({ token }) => token),
        renew: (expired) => Effect.flatMap(Cache.get(flights, Redacted.value(expired)), Fiber.join),
        logOut: store.clear
      })
    })
  )
}
