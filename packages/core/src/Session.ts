import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

import { Auth } from "./Auth.ts"
import type { LogIn } from "./Auth.ts"
import type {
  CallError,
  ErrorV1,
  ErrorV1R1,
  SessionEnded,
  SessionError,
  TokenStoreFailed,
  UnusableToken
} from "./Errors.ts"
import * as Renewal from "./internal/session/renewal.ts"
import { withoutTokens } from "./internal/session/Store.ts"
import { TokenStore } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"
import { UserToken } from "./UserToken.ts"

type Kept<E> = Effect.Effect<void, E | TokenStoreFailed | SessionEnded>

type Starting<E> = Kept<E | CallError | UnusableToken>

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export class Session extends Context.Service<
  Session,
  Pick<UserToken["Service"], "token" | "renew"> & {
    /** Logs in by e-mail address or user name, and replaces the session before. Source: interface §4.1, 2. */
    readonly logIn: (credentials: LogIn) => Starting<ErrorV1>
    /** Logs in on `/v1r1`, as `logIn` does on `/v1`: wrong credentials are 400 there. Source: interface §4.1, 8. */
    readonly logInV1R1: (credentials: LogIn) => Starting<ErrorV1R1>
    /** Logs in with a personal access token, which is kept to renew the session with. Source: interface §4.1, 10. */
    readonly logInWithToken: (personalAccessToken: Redacted.Redacted) => Starting<ErrorV1R1>
    /** Logs in anonymously, shown as `displayName`. The session cannot be renewed. Source: interface §4.1, 1. */
    readonly logInAnonymously: (displayName?: string) => Starting<ErrorV1>
    /** Logs in with a workbox invite URL. Source: interface §4.1, 9. */
    readonly logInFromUrl: (inviteUrl: string) => Starting<ErrorV1R1>
    /** Logs in as the log-in user of an alias, with the alias's refresh token. Source: interface §4.1, 3. */
    readonly logInFromAlias: (aliasRefresh: Redacted.Redacted) => Starting<ErrorV1>
    /** Logs in as the enterprise. The session cannot be renewed. Source: interface §4.1, 5. */
    readonly logInAsEnterprise: (credentials: LogIn) => Starting<ErrorV1>
    /** Starts a session from tokens obtained elsewhere; one that no header can carry is refused, and nothing is kept. */
    readonly start: (tokens: Tokens) => Kept<UnusableToken>
    /**
     * Renews the session now, though its token has not expired. It fails with `SessionEnded` where there is nothing to
     * renew with, or the service refuses; the session is as it was then, and its token goes on working.
     *
     * Source: interface §4.1, 4 and 10.
     */
    readonly refresh: Effect.Effect<void, SessionError | CallError>
    /** Forgets the tokens. Calls that are under way are not repeated for whoever logs in next. */
    readonly logOut: Kept<never>
  }
>()("@remote-assist/core/Session") {
  static readonly layer: Layer.Layer<Session | UserToken, never, Auth | TokenStore> = Layer.effectContext(
    Effect.suspend(() =>
      Effect.map(make, ({ ended, session }) =>
        Context.make(Session, session).pipe(Context.add(UserToken, { ...session, ended }))
      )
    )
  )
}

/** Longest that the service may take to renew a token, in sessions built in this context; 30 seconds unless set. */
export const RefreshTimeout = Context.Reference<Duration.Input>("@remote-assist/core/Session/RefreshTimeout", {
  defaultValue: () => "30 seconds"
})

const make = Effect.gen(function* () {
  const auth = yield* Auth
  const store = withoutTokens(yield* TokenStore)
  const { close, ended, isClosed, refresh, renew, replace, token } = Renewal.make(
    auth,
    store,
    yield* Effect.context(),
    yield* RefreshTimeout
  )
  yield* Effect.addFinalizer(() => close)

  const whileOpen = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | SessionEnded> => (isClosed() ? Effect.fail(Renewal.closed()) : effect))

  const start = (operation: string) => (tokens: Tokens) =>
    Effect.flatMap(Renewal.usable(operation, tokens), (tokens) => whileOpen(replace(store.save(tokens), tokens)))

  const starting =
    <Input extends ReadonlyArray<unknown>, E>(name: string, obtain: (...input: Input) => Effect.Effect<Tokens, E>) =>
    (...input: Input) =>
      Effect.suspend(() => whileOpen(obtain(...input))).pipe(
        Effect.flatMap(start(`Session.${name}`)),
        Effect.withSpan(`Session.${name}`)
      )

  const session = Session.of({
    logIn: starting("logIn", auth.logIn),
    logInV1R1: starting("logInV1R1", auth.logInV1R1),
    logInWithToken: starting("logInWithToken", (personalAccessToken) =>
      Effect.map(auth.personalAccessToken(personalAccessToken), ({ token }) => ({ token, personalAccessToken }))
    ),
    logInAnonymously: starting("logInAnonymously", auth.anonymous),
    logInFromUrl: starting("logInFromUrl", auth.fromUrl),
    logInFromAlias: starting("logInFromAlias", auth.exchange),
    logInAsEnterprise: starting("logInAsEnterprise", (credentials) =>
      Effect.map(auth.enterprise(credentials), (token) => ({ token }))
    ),
    start: start("Session.start"),
    token,
    renew,
    refresh,
    logOut: whileOpen(replace(store.clear))
  })
  return { ended, session }
})
