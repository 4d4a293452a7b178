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
import { withoutTokens } from "./internal/session/storage.ts"
import { TokenStore } from "./TokenStore.ts"
import type { Tokens } from "./TokenStore.ts"
import { UserToken } from "./UserToken.ts"

type Change<E> = Effect.Effect<void, E | TokenStoreFailed | SessionEnded>

type Start<E> = Change<E | CallError | UnusableToken>

/** The session of the logged-in user. Calls that need a user token take it from here, and renew it here once it has expired. */
export class Session extends Context.Service<
  Session,
  Pick<UserToken["Service"], "token" | "renew"> & {
    /** Logs in by e-mail address or user name, and replaces the current session. Source: interface §4.1, 2. */
    readonly logIn: (credentials: LogIn) => Start<ErrorV1>
    /** Logs in on `/v1r1`, as `logIn` does on `/v1`: wrong credentials are 400 there. Source: interface §4.1, 8. */
    readonly logInV1R1: (credentials: LogIn) => Start<ErrorV1R1>
    /** Logs in with a personal access token, which is stored to renew the session. Source: interface §4.1, 10. */
    readonly logInWithToken: (personalAccessToken: Redacted.Redacted) => Start<ErrorV1R1>
    /** Logs in anonymously, shown as `displayName`. The session cannot be renewed. Source: interface §4.1, 1. */
    readonly logInAnonymously: (displayName?: string) => Start<ErrorV1>
    /** Logs in with a workbox invite URL. Source: interface §4.1, 9. */
    readonly logInFromUrl: (inviteUrl: string) => Start<ErrorV1R1>
    /** Logs in as the log-in user of an alias, with the refresh token of the alias. Source: interface §4.1, 3. */
    readonly logInFromAlias: (aliasRefresh: Redacted.Redacted) => Start<ErrorV1>
    /** Logs in as the enterprise. The session cannot be renewed. Source: interface §4.1, 5. */
    readonly logInAsEnterprise: (credentials: LogIn) => Start<ErrorV1>
    /** Starts a session from existing tokens. A token that no header can carry fails with `UnusableToken`, and nothing is stored. */
    readonly start: (tokens: Tokens) => Change<UnusableToken>
    /**
     * Renews the session now, although its token has not expired. It fails with `SessionEnded` if there is no refresh token,
     * or if the service rejects it; the session then stays unchanged, and its token keeps working.
     *
     * Source: interface §4.1, 4 and 10.
     */
    readonly refresh: Effect.Effect<void, SessionError | CallError>
    /** Clears the tokens. Running calls are not retried for the next user. */
    readonly logOut: Change<never>
  }
>()("@remote-assist/core/Session") {
  static readonly layer: Layer.Layer<Session | UserToken, never, Auth | TokenStore> = Layer.effectContext(
    Effect.suspend(() =>
      Effect.map(make, ({ ended, isRenewable, session }) =>
        Context.make(Session, session).pipe(Context.add(UserToken, { ...session, ended, isRenewable }))
      )
    )
  )
}

/** Timeout of a renewal, in sessions built in this context (default 30 seconds). */
export const RefreshTimeout = Context.Reference<Duration.Input>("@remote-assist/core/Session/RefreshTimeout", {
  defaultValue: () => "30 seconds"
})

const make = Effect.gen(function* () {
  const auth = yield* Auth
  const store = withoutTokens(yield* TokenStore)
  const { close, ended, isClosed, isRenewable, refresh, renew, replace, token } = Renewal.make(
    auth,
    store,
    yield* Effect.context(),
    yield* RefreshTimeout
  )
  yield* Effect.addFinalizer(() => close)

  const whileOpen = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | SessionEnded> => (isClosed() ? Effect.fail(Renewal.closed()) : effect))

  const start = (operation: string) => (tokens: Tokens) =>
    Effect.flatMap(Renewal.checkUsable(operation, tokens), (tokens) => whileOpen(replace(store.save(tokens), tokens)))

  const logIn =
    <Args extends ReadonlyArray<unknown>, E>(name: string, issue: (...args: Args) => Effect.Effect<Tokens, E>) =>
    (...args: Args) =>
      Effect.suspend(() => whileOpen(issue(...args))).pipe(
        Effect.flatMap(start(`Session.${name}`)),
        Effect.withSpan(`Session.${name}`)
      )

  const session = Session.of({
    logIn: logIn("logIn", auth.logIn),
    logInV1R1: logIn("logInV1R1", auth.logInV1R1),
    logInWithToken: logIn("logInWithToken", (personalAccessToken) =>
      Effect.map(auth.personalAccessToken(personalAccessToken), ({ token }) => ({ token, personalAccessToken }))
    ),
    logInAnonymously: logIn("logInAnonymously", auth.anonymous),
    logInFromUrl: logIn("logInFromUrl", auth.fromUrl),
    logInFromAlias: logIn("logInFromAlias", auth.exchange),
    logInAsEnterprise: logIn("logInAsEnterprise", (credentials) =>
      Effect.map(auth.enterprise(credentials), (token) => ({ token }))
    ),
    start: start("Session.start"),
    token,
    renew,
    refresh,
    logOut: whileOpen(replace(store.clear))
  })
  return { ended, isRenewable, session }
})
