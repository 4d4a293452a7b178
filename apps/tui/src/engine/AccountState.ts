import type { BadSettings } from "@remote-assist/cli/Settings"
import type { Errors } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

import type * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { Credentials, SessionOwner } from "../session/Credentials.ts"
import { readClaims, readUserId } from "../session/SessionStatus.ts"

export class AccountState {
  /** The name of the user who is logged in. */
  readonly who: string | undefined = undefined
  /** The owner of the session, also after it ended, and the log-in method. */
  readonly whose: SessionOwner | undefined = undefined
  /** The id of the user, if the token has it. */
  readonly id: string | undefined = undefined
  /** Identifies whose data is loaded. It stays until the user logs out or another one logs in. */
  readonly dataOf: string | undefined = undefined
  readonly busy: boolean = false
  /** Why the previous session ended. */
  readonly ended: string | undefined = undefined
  readonly problem: Problem.Problem | undefined = undefined
  /** Why the service rejected the token last. */
  readonly refused: string | undefined = undefined
  /** Time of the next attempt with the configured credentials, in milliseconds, while there is no connection. */
  readonly retryAt: number | undefined = undefined
}

export const loggedOut = new AccountState()

/** The state after a log-in; `times` distinguishes sessions with the same name. */
export const loggedIn = (whose: SessionOwner, token: Redacted.Redacted, times: number): AccountState => {
  const { who } = whose
  const { sub } = readClaims(token)
  // without a subject, only a password identifies the user by name
  const dataOf = sub ?? (whose.given?.["email"] === undefined ? `${who} ${times}` : who)
  return { ...loggedOut, who, whose, id: readUserId(token), dataOf }
}

/** Retries a log-in while there is no connection. */
export const makeConnect = (
  state: Observable.Observable<AccountState>,
  logIn: (credentials: Credentials, isTried: boolean) => Effect.Effect<boolean>
) => {
  let decide: (isRetried: boolean) => void = () => undefined

  const connect = Effect.fnUntraced(function* (credentials: Credentials) {
    for (let times = 0; ; times++) {
      if (yield* logIn(credentials, false)) return true
      if (state.get().problem?.kind !== "offline") return false
      const delay = Problem.retryDelay(times)
      const decision = Deferred.makeUnsafe<boolean>()
      decide = (isRetried) => void Deferred.doneUnsafe(decision, Effect.succeed(isRetried))
      const now = yield* Clock.currentTimeMillis
      state.update((state) => ({ ...state, retryAt: now + delay }))
      const isRetried = yield* Effect.timeoutOption(Deferred.await(decision), delay)
      state.update((state) => ({ ...state, retryAt: undefined }))
      if (Option.contains(isRetried, false)) return false
    }
  })

  return {
    /** Logs in, and retries while there is no connection. */
    connect,
    tryNow: () => decide(true),
    giveUp: () => decide(false)
  }
}

/** What a log-in can fail with; the key of a file is validated before anything is sent. */
export type LogInFailure = Problem.Failure | BadSettings | Errors.InvalidSettings

export const describeFailure = (operation: string, error: LogInFailure, refused: string): Problem.Problem => {
  if (error._tag !== "BadSettings" && error._tag !== "InvalidSettings")
    return Problem.describeRepeatable(operation, error, refused)
  const { message } = error
  // the message of a file says what to do
  const todo = error._tag === "BadSettings" ? "" : refused
  return { kind: "local", what: /[.!?]$/.test(message) ? message : `${message}.`, todo }
}
