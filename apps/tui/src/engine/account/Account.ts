import type { BadSettings } from "@remote-assist/cli/Settings"
import type { Errors } from "@remote-assist/core"
import { Page, Pods, Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Problem from "../../Problem.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import type { Credentials, LoginMethodName, PartnerKeyOptions, SessionOwner } from "../../session/Credentials.ts"
import { SessionStorage, partnerKeyCredentials, sessionOwner } from "../../session/Credentials.ts"
import { loginMethod, refusalAdvice } from "../../session/loginMethods.ts"
import * as SessionStatus from "../../session/SessionStatus.ts"
import { readClaims, readUserId } from "../../session/SessionStatus.ts"
import * as Backoff from "../Backoff.ts"
import * as Cell from "../Cell.ts"
import { Entered, Signer } from "./Signer.ts"

export interface AccountState {
  /** Who is logged in. */
  readonly who: string | undefined
  /** Whose the session is, or was, and how they logged in. */
  readonly whose: SessionOwner | undefined
  /** Their number, where the token tells it. */
  readonly id: string | undefined
  /** Whose data is at hand, by the subject of the token: theirs who were logged in last, until they log out or another logs in. */
  readonly dataOf: string | undefined
  readonly busy: boolean
  /** Why the session before ended. */
  readonly ended: string | undefined
  readonly problem: Problem.Problem | undefined
  /** Why the service refused the token, where it did so last. */
  readonly refused: string | undefined
  /** When the credentials that were given are tried again, in milliseconds; only while there is no connection. */
  readonly retryAt: number | undefined
}

/** Nobody is logged in, nor was. */
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

/** Somebody tries to get in. */
const whenTrying = (now: AccountState): AccountState => ({
  ...now,
  busy: true,
  problem: undefined,
  retryAt: undefined
})

/** Somebody is in, with a token; `times` tells those apart who go by the same name. */
const whenEntered = (whose: SessionOwner, token: Redacted.Redacted, times: number): AccountState => {
  const { who } = whose
  // without a subject, a name tells of a password whose it is, and else nothing does
  const dataOf = readClaims(token).sub ?? (whose.given?.["email"] === undefined ? `${who} ${times}` : who)
  return { ...loggedOut, who, whose, id: readUserId(token), dataOf }
}

/** Nobody got in. */
const whenFailed =
  (problem: Problem.Problem) =>
  (now: AccountState): AccountState => ({ ...now, busy: false, problem })

/** The session is over, but whose it was stays known. */
const whenEnded =
  (reason: string) =>
  (now: AccountState): AccountState =>
    now.who === undefined ? now : { ...loggedOut, ended: reason, dataOf: now.dataOf, whose: now.whose }

/** Why the service refused the token, or that it took it. */
const refusedFor =
  (refused: string | undefined) =>
  (now: AccountState): AccountState =>
    now.refused === refused || now.who === undefined ? now : { ...now, refused }

/** Whether a row is the account that is logged in. */
const isMe = ({ id, who }: AccountState, resource: AnyResource, row: AnyRow): boolean => {
  const mine = new Set([who?.toLowerCase(), id])
  return (resource.logins?.(row) ?? []).some((login) => login != null && mine.has(String(login).toLowerCase()))
}

/** Makes what logs in again and again while there is no connection, until it is given up. */
const makeConnect = (
  state: Cell.Cell<AccountState>,
  logIn: (credentials: Credentials, isTried: boolean) => Effect.Effect<boolean>
) => {
  let waiting: Deferred.Deferred<boolean> | undefined

  const connect = Effect.fnUntraced(function* (credentials: Credentials) {
    for (let times = 0; ; times++) {
      if (yield* logIn(credentials, false)) return true
      if (state.get().problem?.kind !== "offline") return false
      const wait = Backoff.wait(times)
      const next = Deferred.makeUnsafe<boolean>()
      waiting = next
      const now = yield* Clock.currentTimeMillis
      state.update((state) => ({ ...state, retryAt: now + wait }))
      const goesOn = yield* Effect.timeoutOrElse(Deferred.await(next), {
        duration: wait,
        orElse: () => Effect.succeed(true)
      })
      waiting = undefined
      state.update((state) => ({ ...state, retryAt: undefined }))
      if (!goesOn) return false
    }
  })

  const decide = (goesOn: boolean) => {
    if (waiting !== undefined) Deferred.doneUnsafe(waiting, Effect.succeed(goesOn))
  }

  return { connect, tryNow: () => decide(true), giveUp: () => decide(false) }
}

/** What to do where a session does not go on. */
const resumption = "Log in again."

/** What logging in can fail with: keys of a file are checked before anything is sent. */
type Failure = Problem.Failure | BadSettings | Errors.InvalidSettings

const ofSettings = ({ message }: BadSettings | Errors.InvalidSettings, todo: string): Problem.Problem => ({
  kind: "refused",
  what: /[.!?]$/.test(message) ? message : `${message}.`,
  todo
})

/** What to say of it; `refused` is what to do where the service refused. */
const problemOf = (doing: string, error: Failure, refused: string): Problem.Problem =>
  error._tag === "BadSettings" || error._tag === "InvalidSettings"
    ? ofSettings(error, refused)
    : Problem.describe(doing, error, refused, resumption)

/** Makes what logs in with credentials, each kind in its way; a partner key is tried by a request where that is asked for. */
const makeLogIn = Effect.gen(function* () {
  const session = yield* Session.Session
  const pods = yield* Pods.Pods
  const signer = yield* Signer
  const keeper = yield* SessionStorage

  // what a key is good for, only the service knows
  const tried = pods.list({ page: 1, page_size: Page.defaultPageSize })

  const sign = (key: PartnerKeyOptions, isTried: boolean): Effect.Effect<void, Failure> =>
    Effect.suspend(() => {
      const before = signer.inUse()
      return signer.use(key).pipe(
        Effect.andThen(isTried ? tried : Effect.void),
        Effect.onError(() => Effect.sync(() => signer.goBack(before))),
        Effect.andThen(session.logOut)
      )
    })

  const begin = (credentials: Credentials, isTried: boolean): Effect.Effect<void, Failure> => {
    switch (credentials._tag) {
      case "Password":
        return credentials.version === "v1r1" ? session.logInV1R1(credentials) : session.logIn(credentials)
      case "PersonalAccessToken":
        return session.logInWithToken(credentials.token)
      case "InviteUrl":
        return session.logInFromUrl(Redacted.value(credentials.url))
      case "Anonymous":
        return session.logInAnonymously(credentials.name)
      case "Alias":
        return session.logInFromAlias(credentials.refresh)
      case "Enterprise":
        return session.logInAsEnterprise(credentials)
      case "PartnerKey":
        return sign(credentials, isTried)
    }
  }

  return (credentials: Credentials, isTried: boolean): Effect.Effect<void, Failure> =>
    begin(credentials, isTried).pipe(
      Effect.andThen(credentials._tag === "PartnerKey" ? Effect.void : signer.stop),
      Effect.andThen(keeper.note(sessionOwner(credentials)))
    )
})

/** Makes what renews the session, and says what is so then. */
const makeRenew = Effect.fnUntraced(function* (
  state: Cell.Cell<AccountState>,
  standing: Effect.Effect<SessionStatus.SessionStatus | undefined>
) {
  const session = yield* Session.Session
  const signer = yield* Signer

  return Effect.gen(function* (): Effect.fn.Return<Result.Result<string, Problem.Problem>> {
    if (signer.inUse() !== undefined) return Result.succeed("There is nothing to renew: each request is signed anew.")
    const renewed = yield* Effect.result(session.refresh)
    const now = yield* standing
    const until = now?.until === undefined ? "its token expires" : SessionStatus.formatTime(now.until)
    if (Result.isSuccess(renewed)) state.update(refusedFor(undefined))
    if (Result.isSuccess(renewed)) return Result.succeed(`The session is renewed. It lasts until ${until}.`)
    const { failure } = renewed
    const problem = Problem.describe("renew the session", failure, resumption, resumption)
    const goesOn = `It goes on until ${until}; log in again by then.`
    return Result.fail(now === undefined ? problem : Problem.withTodo(problem, goesOn))
  })
})

export type { Credentials } from "../../session/Credentials.ts"

type Needs = Session.Session | Signer | Entered | TokenStore.TokenStore | Pods.Pods

/** Who is logged in, and the way in and out. */
export class Account extends Context.Service<
  Account,
  {
    readonly state: Cell.Cell<AccountState>
    /**
     * Logs in once; what went wrong is in the state. Succeeds with whether somebody is logged in now. A partner key is tried
     * by a request before it takes the place of another session, unless that is for the next one to find out.
     */
    readonly logIn: (credentials: Credentials, isTried?: boolean) => Effect.Effect<boolean>
    /** Goes on with the session that is kept already; what went wrong is in the state. Succeeds as `logIn` does. */
    readonly resume: (whose: SessionOwner) => Effect.Effect<boolean>
    /** As `logIn`, again and again while there is no connection, until it is given up. */
    readonly connect: (credentials: Credentials) => Effect.Effect<boolean>
    /** Does not wait for the next try of `connect`. */
    readonly tryNow: () => void
    /** Ends the tries of `connect`. */
    readonly giveUp: () => void
    /** Renews the session now, and says what is so then; where it is not renewed, it goes on as it was. */
    readonly renew: Effect.Effect<Result.Result<string, Problem.Problem>>
    /** Notes why the service refused the token, or that it took it. */
    readonly noteRefused: (why: string | undefined) => void
    /** What is known of the session, from its token. */
    readonly standing: Effect.Effect<SessionStatus.SessionStatus | undefined>
    /** A problem with what to do about it, where that follows from how one is logged in. */
    readonly advised: (problem: Problem.Problem, error: unknown) => Problem.Problem
    readonly logOut: Effect.Effect<void>
    /** Takes back what is said of the last try to log in. */
    readonly dismiss: () => void
    /** Notes that the session is over. */
    readonly end: (reason: string) => void
    /** Whether a row is the account that is logged in. */
    readonly isMe: (resource: AnyResource, row: AnyRow) => boolean
  }
>()("@remote-assist/tui/Account") {
  static readonly layer: Layer.Layer<Account, never, Needs> = Layer.effect(
    Account,
    Effect.gen(function* () {
      const session = yield* Session.Session
      const signer = yield* Signer
      const entered = yield* Entered
      const keeper = yield* SessionStorage
      const store = yield* TokenStore.TokenStore
      const clock = yield* Clock.Clock
      const start = yield* makeLogIn
      const state = Cell.make(loggedOut)
      let times = 0

      const token = Effect.suspend(() => signer.inUse()?.token ?? session.token)

      const enter = (
        start: Effect.Effect<void, Failure>,
        whose: SessionOwner,
        tell: (error: Failure) => Problem.Problem
      ) =>
        Effect.suspend(() => {
          state.update(whenTrying)
          const before = entered.subject()
          entered.set(undefined)
          return Effect.match(
            Effect.onInterrupt(Effect.andThen(start, token), () => Effect.sync(() => entered.set(before))),
            {
              onSuccess: (token) => {
                entered.set(readClaims(token).sub)
                times++
                state.update(() => whenEntered(whose, token, times))
                return true
              },
              onFailure: (error) => {
                entered.set(before)
                state.update(whenFailed(tell(error)))
                return false
              }
            }
          )
        })

      const advised = (way: LoginMethodName | undefined, problem: Problem.Problem, error: unknown) => {
        const advice = refusalAdvice(way, Problem.errorTopic(error), clock.currentTimeMillisUnsafe())
        return advice === undefined ? problem : Problem.withTodo(problem, advice)
      }

      const logIn = Effect.fn("Account.logIn")((credentials: Credentials, isTried = true) => {
        const whose = sessionOwner(credentials)
        const { way } = whose
        const doing = way === "partner-key" ? "take the partner key" : "log you in"
        return enter(start(credentials, isTried), whose, (error) =>
          advised(way, problemOf(doing, error, loginMethod(way).refused), error)
        )
      })

      const resume = Effect.fn("Account.resume")((whose: SessionOwner) =>
        enter(
          Effect.suspend(() => {
            const key = partnerKeyCredentials(whose)
            return key === undefined ? Effect.void : signer.use(key)
          }),
          whose,
          (error) => problemOf("go on with your session", error, resumption)
        )
      )

      const standing = Effect.suspend(() => {
        const { whose } = state.get()
        return whose === undefined ? Effect.succeed(undefined) : SessionStatus.read(whose, store)
      })

      return Account.of({
        state,
        logIn,
        resume,
        ...makeConnect(state, logIn),
        renew: yield* makeRenew(state, standing),
        noteRefused: (why) => state.update(refusedFor(why)),
        standing,
        advised: (problem, error) => advised(state.get().whose?.way, problem, error),
        dismiss: () => state.update((now) => ({ ...now, problem: undefined })),
        logOut: Effect.matchCause(Effect.andThen(Effect.andThen(signer.stop, session.logOut), keeper.forget), {
          onSuccess: () => state.update(() => loggedOut),
          onFailure: () => state.update(() => loggedOut)
        }),
        end: (reason) => state.update(whenEnded(reason)),
        isMe: (resource, row) => isMe(state.get(), resource, row)
      })
    })
  )
}
