import { TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { Account } from "../../engine/Account.ts"
import * as Problem from "../../Problem.ts"
import type { Credentials, SessionOwner } from "../../session/Credentials.ts"
import { sessionOwner } from "../../session/loginMethods.ts"
import { CommandError, usageError } from "./output.ts"

const kinds = {
  offline: "unreachable",
  unavailable: "unreachable",
  session: "session",
  refused: "refused",
  local: "usage",
  unexpected: "refused"
} as const

/** Converts a problem of the screen. */
export const fromProblem = ({ by, kind, todo, what }: Problem.Problem): CommandError =>
  new CommandError({
    kind: kinds[kind],
    message: `${what} ${by === "logIn" ? "Log in with remote-assist login." : todo}`.trimEnd()
  })

/**
 * Fails with the failure of an operation, such as `deactivate grace@example.com`. A rejected token is the token of the session,
 * unless `isPublic` is set. `advice` is the hint after a refusal.
 */
export const failedTo = Effect.fnUntraced(function* (
  operation: string,
  error: Problem.Failure,
  isPublic = false,
  advice = Problem.stateAdvice
) {
  const problem =
    !isPublic && Problem.isSessionError(error)
      ? Problem.describeSessionError(operation, error)
      : Problem.describe(operation, error, advice)
  const { kind, message } = fromProblem((yield* Account).advised(problem, error))
  if (error._tag === "InvalidRequest") return yield* usageError(message)
  const isNamed = problem.kind === "refused" || message.includes(operation)
  return yield* new CommandError({ kind, message: isNamed ? message : `Could not ${operation}. ${message}` })
})

/** Converts any error; others than `CommandError` are usage errors, such as invalid settings. */
export const fromUnknown = (error: unknown): CommandError =>
  error instanceof CommandError
    ? error
    : usageError(Predicate.hasProperty(error, "message") ? String(error.message) : String(error))

export const loggedOut = new CommandError({
  kind: "session",
  message:
    "Nobody is logged in. Log in with remote-assist login, or set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
})

/** Why a login failed. */
export const loginError = ({ state }: Account["Service"]): CommandError => {
  const { problem } = state.get()
  if (problem === undefined) return loggedOut
  return fromProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
}

const makeLogin = Effect.fnUntraced(function* (
  credentials: Credentials | undefined,
  stored: SessionOwner | undefined,
  isShared = false
) {
  const account = yield* Account
  const tokens = yield* TokenStore.TokenStore
  let resumed: string | undefined
  /** Takes over the session of the account in Redis, if another process has logged in. */
  const logInOrShare = (credentials: Credentials) =>
    tokens
      .exclusive(
        Effect.flatMap(tokens.load, (found) => {
          if (Option.isNone(found)) return account.logIn(credentials, false)
          resumed = Redacted.value(found.value.token)
          return account.resume(sessionOwner(credentials))
        })
      )
      .pipe(Effect.catchTag("TokenStoreFailed", (error) => failedTo("log you in", error)))
  /** Removes the session that was taken over if the service refused it, so that the next command logs in. */
  const endShared = Effect.fnUntraced(function* (error: CommandError) {
    const isResumed = Effect.map(
      tokens.load,
      Option.exists(({ token }) => Redacted.value(token) === resumed)
    )
    yield* Effect.ignore(tokens.exclusive(Effect.flatMap(isResumed, (is) => (is ? tokens.clear : Effect.void))))
    const message = error.message.replace("Log in with remote-assist login.", "The next command logs in again.")
    return yield* new CommandError({ kind: error.kind, message })
  })
  const [logIn, retry] = yield* Effect.cachedInvalidateWithTTL(
    Effect.gen(function* () {
      const isLoggedIn =
        credentials !== undefined
          ? yield* isShared ? logInOrShare(credentials) : account.logIn(credentials, false)
          : stored !== undefined && (yield* account.resume(stored))
      if (!isLoggedIn) return yield* loginError(account)
    }),
    Duration.infinity
  )
  return {
    credentials,
    /** Owner of the stored session, if the settings have no credentials. */
    stored,
    /** Logs in with the credentials, or resumes the stored session; once, unless it fails. */
    logIn: Effect.tapError(logIn, () => retry),
    /** Fails with an error of a command. */
    fail: (error: unknown) =>
      isShared && error instanceof CommandError && error.kind === "session" ? endShared(error) : Effect.fail(error)
  }
})

/** Logs in on demand: a dry run needs no login. */
export class Login extends Context.Service<Login, Effect.Success<ReturnType<typeof makeLogin>>>()(
  "@remote-assist/tui/Login"
) {}

export const layerLogin = (...args: Parameters<typeof makeLogin>) => Layer.effect(Login, makeLogin(...args))

/** Logs in, unless the resource is public. */
export const logInFor = ({ isPublic }: { readonly isPublic?: boolean }) =>
  Login.use(({ logIn }) => (isPublic === true ? Effect.void : logIn))
