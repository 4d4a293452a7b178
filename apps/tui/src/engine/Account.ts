import { Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import type { Credentials, SessionOwner } from "../session/Credentials.ts"
import { SessionStorage } from "../session/Credentials.ts"
import { refusalAdvice, loginMethod, sessionOwner } from "../session/loginMethods.ts"
import * as SessionStatus from "../session/SessionStatus.ts"
import { readClaims, readUserId } from "../session/SessionStatus.ts"
import { makeLogIn, Signer, TokenOwner } from "./Signer.ts"
import type { LogInFailure } from "./Signer.ts"

export interface AccountState {
  /** The name of the user who is logged in. */
  readonly who: string | undefined
  /** The owner of the session, also after it ended, and the log-in method. */
  readonly whose: SessionOwner | undefined
  /** The id of the user, if the token has it. */
  readonly id: string | undefined
  /** Identifies whose data is loaded. It stays until the user logs out or another one logs in. */
  readonly dataOf: string | undefined
  readonly busy: boolean
  /** Why the previous session ended. */
  readonly ended: string | undefined
  readonly problem: Problem.Problem | undefined
  /** Why the service rejected the token last. */
  readonly refused: string | undefined
  /** Time of the next attempt with the configured credentials, in milliseconds, while there is no connection. */
  readonly retryAt: number | undefined
}

export const loggedOut: AccountState = {
  who: undefined,
  whose: undefined,
  id: undefined,
  dataOf: undefined,
  busy: false,
  ended: undefined,
  problem: undefined,
  refused: undefined,
  retryAt: undefined
}

/** The state after a log-in; `times` distinguishes sessions with the same name. */
const loggedIn = (whose: SessionOwner, token: Redacted.Redacted, times: number): AccountState => {
  const { who } = whose
  const { sub } = readClaims(token)
  // without a subject, only a password identifies the user by name
  const dataOf = sub ?? (whose.given?.["email"] === undefined ? `${who} ${times}` : who)
  return { ...loggedOut, who, whose, id: readUserId(token), dataOf }
}

/** Retries a log-in while there is no connection. */
const makeConnect = (
  state: Observable.Observable<AccountState>,
  logIn: (credentials: Credentials, isTried: boolean) => Effect.Effect<boolean>
) => {
  let waiting: Deferred.Deferred<boolean> | undefined

  const connect = Effect.fnUntraced(function* (credentials: Credentials) {
    for (let times = 0; ; times++) {
      if (yield* logIn(credentials, false)) return true
      if (state.get().problem?.kind !== "offline") return false
      const delay = Problem.retryDelay(times)
      const decision = Deferred.makeUnsafe<boolean>()
      waiting = decision
      const now = yield* Clock.currentTimeMillis
      state.update((state) => ({ ...state, retryAt: now + delay }))
      const isRetried = yield* Effect.timeoutOrElse(Deferred.await(decision), {
        duration: delay,
        orElse: () => Effect.succeed(true)
      })
      waiting = undefined
      state.update((state) => ({ ...state, retryAt: undefined }))
      if (!isRetried) return false
    }
  })

  const decide = (isRetried: boolean) => {
    if (waiting !== undefined) Deferred.doneUnsafe(waiting, Effect.succeed(isRetried))
  }

  return {
    /** Logs in, and retries while there is no connection. */
    connect,
    /** Retries `connect` without waiting. */
    tryNow: () => decide(true),
    /** Stops the retries of `connect`. */
    giveUp: () => decide(false)
  }
}

const logInAgain = "Log in again."

const describeFailure = (operation: string, error: LogInFailure, refused: string): Problem.Problem => {
  if (error._tag !== "BadSettings" && error._tag !== "InvalidSettings")
    return Problem.describe(operation, error, refused, logInAgain)
  const { message } = error
  return { kind: "refused", what: /[.!?]$/.test(message) ? message : `${message}.`, todo: refused }
}

export type { Credentials } from "../session/Credentials.ts"

/** The user who is logged in, and the ways to log in and out. */
export class Account extends Context.Service<Account>()("@remote-assist/tui/Account", {
  make: Effect.gen(function* () {
    const session = yield* Session.Session
    const signer = yield* Signer
    const owner = yield* TokenOwner
    const keeper = yield* SessionStorage
    const store = yield* TokenStore.TokenStore
    const clock = yield* Clock.Clock
    const start = yield* makeLogIn
    const state = Observable.make(loggedOut)
    let times = 0

    const token = Effect.suspend(() => signer.inUse()?.token ?? session.token)

    const enter = (
      start: Effect.Effect<void, LogInFailure>,
      whose: SessionOwner,
      describe: (error: LogInFailure) => Problem.Problem
    ) =>
      Effect.suspend(() => {
        state.update((now) => ({ ...now, busy: true, problem: undefined, retryAt: undefined }))
        const before = owner.subject()
        owner.set(undefined)
        return Effect.match(
          Effect.onInterrupt(Effect.andThen(start, token), () => Effect.sync(() => owner.set(before))),
          {
            onSuccess: (token) => {
              owner.set(readClaims(token).sub)
              times++
              state.update(() => loggedIn(whose, token, times))
              return true
            },
            onFailure: (error) => {
              owner.set(before)
              state.update((now) => ({ ...now, busy: false, problem: describe(error) }))
              return false
            }
          }
        )
      })

    const advised = (whose: SessionOwner | undefined, problem: Problem.Problem, error: unknown) => {
      const advice = refusalAdvice(whose?.way, Problem.errorTopic(error), clock.currentTimeMillisUnsafe())
      return advice === undefined ? problem : Problem.withTodo(problem, advice)
    }

    const logIn = Effect.fn("Account.logIn")((credentials: Credentials, isTried = true) => {
      const whose = sessionOwner(credentials)
      const operation = whose.way === "partner-key" ? "take the partner key" : "log you in"
      return enter(start(credentials, isTried), whose, (error) =>
        advised(whose, describeFailure(operation, error, loginMethod(whose.way).refused), error)
      )
    })

    const resume = Effect.fn("Account.resume")((whose: SessionOwner) => {
      const start = whose.way === "partner-key" ? signer.use(whose.given ?? {}) : Effect.void
      return enter(start, whose, (error) => describeFailure("resume your session", error, logInAgain))
    })

    const standing = Effect.suspend(() => {
      const { whose } = state.get()
      return whose === undefined ? Effect.succeed(undefined) : SessionStatus.read(whose, store)
    })

    const noteRefused = (refused: string | undefined) =>
      state.update((now) => (now.refused === refused || now.who === undefined ? now : { ...now, refused }))

    const renew = Effect.gen(function* (): Effect.fn.Return<Result.Result<string, Problem.Problem>> {
      if (signer.inUse() !== undefined) return Result.succeed("There is nothing to renew: each request is signed.")
      const renewed = yield* Effect.result(session.refresh)
      const now = yield* standing
      const until = now?.until === undefined ? "its token expires" : SessionStatus.formatTime(now.until)
      if (Result.isSuccess(renewed)) {
        noteRefused(undefined)
        return Result.succeed(`The session is renewed. It lasts until ${until}.`)
      }
      const problem = Problem.describe("renew the session", renewed.failure, logInAgain, logInAgain)
      return Result.fail(
        now === undefined ? problem : Problem.withTodo(problem, `It goes on until ${until}; log in again by then.`)
      )
    })

    const forget = Effect.sync(() => state.update(() => loggedOut))

    return {
      state,
      /**
       * Logs in once and returns whether a user is logged in; the state has the problem. A partner key is verified by a request
       * before it replaces another session, unless `isTried` is false.
       */
      logIn,
      /** Resumes the stored session; returns as `logIn` does. */
      resume,
      ...makeConnect(state, logIn),
      /** Renews the session now. Returns a message; if it fails, the session continues as before. */
      renew,
      /** Stores why the service rejected the token, or `undefined` if it accepted it. */
      noteRefused,
      /** What the token says about the session. */
      standing,
      /** Adds the advice for the current log-in method to a problem. */
      advised: (problem: Problem.Problem, error: unknown) => advised(state.get().whose, problem, error),
      /** Clears the problem of the last log-in. */
      dismiss: () => state.update((now) => ({ ...now, problem: undefined })),
      /** Returns a function that checks whether the user has logged out or changed since. */
      userWatch: () => {
        const { dataOf } = state.get()
        return () => state.get().dataOf !== dataOf
      },
      logOut: Effect.matchCauseEffect(Effect.andThen(Effect.andThen(signer.stop, session.logOut), keeper.forget), {
        onSuccess: () => forget,
        onFailure: () => forget
      }),
      /** Ends the session. */
      end: (reason: string) =>
        state.update((now) =>
          now.who === undefined ? now : { ...loggedOut, ended: reason, dataOf: now.dataOf, whose: now.whose }
        ),
      /** Whether a row is the account of the user. */
      isMe: (resource: AnyResource, row: AnyRow) => {
        const { id, who } = state.get()
        const mine = new Set([who?.toLowerCase(), id])
        return (resource.logins?.(row) ?? []).some((login) => login != null && mine.has(String(login).toLowerCase()))
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Account, Account.make)
}
