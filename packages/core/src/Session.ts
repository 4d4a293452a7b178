import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Auth } from "./Auth.ts"
import type { LogIn } from "./Auth.ts"
import { SessionEnded } from "./Errors.ts"
import type { CallError, ErrorV1, ErrorV1R1, TokenStoreFailed } from "./Errors.ts"
import { expiryOf } from "./internal/session/expiry.ts"
import { TokenStore } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"
import { UserToken } from "./UserToken.ts"

type Starting<E> = Effect.Effect<void, E | CallError | TokenStoreFailed>

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export class Session extends Context.Service<
  Session,
  UserToken["Service"] & {
    /**
     * Logs in with e-mail address or user name and password and keeps the tokens; a session before it is replaced.
     *
     * Source: interface §4.1, 2.
     */
    readonly logIn: (credentials: LogIn) => Starting<ErrorV1>
    /**
     * Logs in with a personal access token, which is kept to renew the session with.
     *
     * Source: interface §4.1, 10.
     */
    readonly logInWithToken: (personalAccessToken: Redacted.Redacted) => Starting<ErrorV1R1>
    /**
     * Logs in as nobody in particular, shown to others as `displayName`. The session cannot be renewed.
     *
     * Source: interface §4.1, 1.
     */
    readonly logInAnonymously: (displayName?: string) => Starting<ErrorV1>
    /**
     * Logs in with a workbox invite URL.
     *
     * Source: interface §4.1, 9.
     */
    readonly logInFromUrl: (inviteUrl: string) => Starting<ErrorV1R1>
    /**
     * Logs in as the log-in user of an alias, with the alias's refresh token.
     *
     * Source: interface §4.1, 3.
     */
    readonly logInFromAlias: (aliasRefresh: Redacted.Redacted) => Starting<ErrorV1>
    /**
     * Logs in as the enterprise. The session cannot be renewed.
     *
     * Source: interface §4.1, 5.
     */
    readonly logInAsEnterprise: (credentials: LogIn) => Starting<ErrorV1>
    /** Starts a session from tokens obtained elsewhere. */
    readonly start: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
    /** Forgets the tokens. */
    readonly logOut: Effect.Effect<void, TokenStoreFailed>
  }
>()("@remote-assist/core/Session") {
  static readonly layer: Layer.Layer<Session | UserToken, never, Auth | TokenStore> = Layer.effectContext(
    Effect.suspend(() =>
      Effect.map(make, (session) => Context.make(Session, session).pipe(Context.add(UserToken, session)))
    )
  )
}

/** Tokens that expire sooner than this, in milliseconds, are renewed before they are sent. */
const renewAhead = 60_000

const ended = (reason: string) => Effect.fail(new SessionEnded({ reason }))

const same = (one: Redacted.Redacted, other: Redacted.Redacted) => Redacted.value(one) === Redacted.value(other)

const expiresSoon = (token: Redacted.Redacted, now: number) =>
  Option.exists(expiryOf(token), (expiry) => expiry - now < renewAhead)

const make = Effect.gen(function* () {
  const auth = yield* Auth
  const store = yield* TokenStore
  const scope = yield* Effect.scope

  const current = store.load.pipe(
    Effect.catch(({ message }) => ended(message)),
    Effect.flatMap(Option.match({ onNone: () => ended("Nobody is logged in."), onSome: Effect.succeed }))
  )

  const endUnlessReplaced = Effect.fnUntraced(function* (refused: Tokens, reason: string) {
    const now = yield* store.load
    if (Option.exists(now, ({ token }) => same(token, refused.token))) yield* store.clear
    return yield* ended(reason)
  })

  const obtain = (tokens: Tokens) => {
    const { personalAccessToken, refresh } = tokens
    const refused = ({ message }: ErrorV1 | ErrorV1R1) =>
      endUnlessReplaced(tokens, `The session could not be renewed (${message}).`)
    return refresh !== undefined
      ? Effect.catchTag(auth.refresh(refresh), "ErrorV1", refused)
      : personalAccessToken !== undefined
        ? auth.personalAccessToken(personalAccessToken).pipe(
            Effect.map((renewed) => ({ ...renewed, personalAccessToken })),
            Effect.catchTag("ErrorV1R1", refused)
          )
        : endUnlessReplaced(tokens, "The token has expired and came without a refresh token.")
  }

  const refresh = Effect.fn("Session.refresh")(
    function* (expired: string) {
      const tokens = yield* current
      if (Redacted.value(tokens.token) !== expired) return tokens.token
      const renewed = yield* obtain(tokens)
      // whoever logged out or in meanwhile meant it: a late answer changes nothing then
      const now = yield* current
      if (!same(now.token, tokens.token)) return now.token
      yield* store.save(renewed)
      return renewed.token
    },
    store.exclusive,
    Effect.catchTag("TokenStoreFailed", ({ message }) => ended(message))
  )

  type Flight = Deferred.Deferred<Redacted.Redacted, SessionEnded | CallError>

  const flights = new Map<string, Flight>()

  // a refresh runs in the session's scope: a caller that goes away must not lose the answer, whose refresh token may
  // be the only one that still works
  const takeOff = (expired: string, flight: Flight) =>
    refresh(expired).pipe(
      Effect.onExit((exit) => {
        flights.delete(expired)
        return Deferred.done(flight, exit)
      }),
      Effect.forkIn(scope)
    )

  const renew = (expired: Redacted.Redacted) =>
    Effect.uninterruptibleMask((restore) => {
      const key = Redacted.value(expired)
      const running = flights.get(key)
      if (running !== undefined) return restore(Deferred.await(running))
      const flight: Flight = Deferred.makeUnsafe()
      flights.set(key, flight)
      return Effect.andThen(takeOff(key, flight), restore(Deferred.await(flight)))
    })

  // where clocks differ by more than a token's life, each new token seems to expire at once: it is then sent as it is
  let sentAsItIs: Redacted.Redacted | undefined

  const token = Effect.gen(function* () {
    const { personalAccessToken, refresh, token } = yield* current
    const isRenewable = refresh !== undefined || personalAccessToken !== undefined
    if (!isRenewable || (sentAsItIs !== undefined && same(sentAsItIs, token))) return token
    const now = yield* Clock.currentTimeMillis
    if (!expiresSoon(token, now)) return token
    const renewed = yield* renew(token).pipe(
      Effect.catchIf(
        (error) => error._tag !== "SessionEnded",
        () => Effect.succeed(token)
      )
    )
    if (expiresSoon(renewed, now)) sentAsItIs = renewed
    return renewed
  })

  const starting =
    <Input extends ReadonlyArray<unknown>, E>(name: string, obtain: (...input: Input) => Effect.Effect<Tokens, E>) =>
    (...input: Input) =>
      Effect.withSpan(Effect.flatMap(obtain(...input), store.save), `Session.${name}`)

  return Session.of({
    logIn: starting("logIn", auth.logIn),
    logInWithToken: starting("logInWithToken", (personalAccessToken) =>
      Effect.map(auth.personalAccessToken(personalAccessToken), (tokens) => ({ ...tokens, personalAccessToken }))
    ),
    logInAnonymously: starting("logInAnonymously", auth.anonymous),
    logInFromUrl: starting("logInFromUrl", auth.fromUrl),
    logInFromAlias: starting("logInFromAlias", auth.exchange),
    logInAsEnterprise: starting("logInAsEnterprise", (credentials) =>
      Effect.map(auth.enterprise(credentials), (token) => ({ token }))
    ),
    start: store.save,
    token,
    renew,
    logOut: store.clear
  })
})
