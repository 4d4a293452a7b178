import { Jwt, Session } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Problem from "../Problem.ts"
import type { AnyResource } from "../resources/registry.ts"
import * as Backoff from "./Backoff.ts"
import * as Cell from "./Cell.ts"

/** What one logs in with. */
export type Credentials =
  | { readonly _tag: "Password"; readonly email: string; readonly password: Redacted.Redacted }
  | { readonly _tag: "PersonalAccessToken"; readonly token: Redacted.Redacted }

export interface AccountState {
  /** Who is logged in. */
  readonly who: string | undefined
  /** Their number, where the token tells it. */
  readonly id: string | undefined
  /** Whose data is at hand: theirs who were logged in last, until they log out or somebody else logs in. */
  readonly dataOf: string | undefined
  readonly busy: boolean
  /** Why the session before ended. */
  readonly ended: string | undefined
  readonly problem: Problem.Problem | undefined
  /** When the credentials that were given are tried again, in milliseconds; only while there is no connection. */
  readonly retryAt: number | undefined
}

/** Nobody is logged in, nor was. */
export const out: AccountState = {
  who: undefined,
  id: undefined,
  dataOf: undefined,
  busy: false,
  ended: undefined,
  problem: undefined,
  retryAt: undefined
}

const advice = {
  Password: "Check the e-mail address or user name, the password, and that the user is active.",
  PersonalAccessToken: "Check the personal access token in the settings, or log in with a password."
}

const tokenHolder = "personal access token"

const resumption = "Log in again."

const Subject = Jwt.decoder(Schema.Struct({ sub: Schema.String }))

/** The number of the user whom a token names, where it is a JWT that does. */
const userIdIn = (token: Redacted.Redacted): string | undefined =>
  Jwt.parse(Redacted.value(token)).pipe(
    Option.flatMap(({ payload }) => Result.getSuccess(Subject(payload))),
    Option.flatMapNullishOr(({ sub }) => /^User:(\d+)$/.exec(sub)?.[1]),
    Option.getOrUndefined
  )

/** Who is logged in, and the way in and out. */
export class Account extends Context.Service<
  Account,
  {
    readonly state: Cell.Cell<AccountState>
    /** Logs in once; what went wrong is in the state. Succeeds with whether somebody is logged in now. */
    readonly logIn: (credentials: Credentials) => Effect.Effect<boolean>
    /** Goes on with the session that is kept already, as `who`; what went wrong is in the state. Succeeds as `logIn` does. */
    readonly resume: (who: string) => Effect.Effect<boolean>
    /** As `logIn`, again and again while there is no connection, until it is given up. */
    readonly connect: (credentials: Credentials) => Effect.Effect<boolean>
    /** Does not wait for the next try of `connect`. */
    readonly tryNow: () => void
    /** Ends the tries of `connect`. */
    readonly giveUp: () => void
    readonly logOut: Effect.Effect<void>
    /** Notes that the session is over. */
    readonly end: (reason: string) => void
    /** Whether a row is the account that is logged in. */
    // oxlint-disable-next-line typescript/no-explicit-any -- a row of any resource
    readonly isMe: (resource: AnyResource, row: any) => boolean
  }
>()("@remote-assist/tui/Account") {
  static readonly layer: Layer.Layer<Account, never, Session.Session> = Layer.effect(
    Account,
    Effect.gen(function* () {
      const session = yield* Session.Session
      const state = Cell.make(out)
      let waiting: Deferred.Deferred<boolean> | undefined

      const start = (credentials: Credentials): Effect.Effect<void, Problem.Failure> =>
        credentials._tag === "Password"
          ? session.logIn({ email: credentials.email, password: credentials.password })
          : session.logInWithToken(credentials.token)

      const enter = (
        start: Effect.Effect<void, Problem.Failure>,
        who: string,
        tell: (error: Problem.Failure) => Problem.Problem
      ) =>
        Effect.suspend(() => {
          state.update((now) => ({ ...now, busy: true, problem: undefined, retryAt: undefined }))
          return Effect.match(Effect.andThen(start, session.token), {
            onSuccess: (token) => {
              state.update(() => ({ ...out, who, id: userIdIn(token), dataOf: who }))
              return true
            },
            onFailure: (error) => {
              state.update((now) => ({ ...now, busy: false, problem: tell(error) }))
              return false
            }
          })
        })

      const logIn = Effect.fn("Account.logIn")((credentials: Credentials) =>
        enter(start(credentials), credentials._tag === "Password" ? credentials.email : tokenHolder, (error) =>
          Problem.of("log you in", error, advice[credentials._tag], "Log in again.")
        )
      )

      const resume = Effect.fn("Account.resume")((who: string) =>
        enter(Effect.void, who, (error) => Problem.of("go on with your session", error, resumption, resumption))
      )

      const connect = Effect.fnUntraced(function* (credentials: Credentials) {
        for (let times = 0; ; times++) {
          if (yield* logIn(credentials)) return true
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

      return Account.of({
        state,
        logIn,
        resume,
        connect,
        tryNow: () => decide(true),
        giveUp: () => decide(false),
        logOut: Effect.matchCause(session.logOut, {
          onSuccess: () => state.update(() => out),
          onFailure: () => state.update(() => out)
        }),
        end: (reason) =>
          state.update((now) =>
            now.who === undefined ? now : { ...out, ended: reason, dataOf: now.dataOf, problem: undefined }
          ),
        isMe: (resource, row) => {
          const { id, who } = state.get()
          const mine = new Set([who?.toLowerCase(), id])
          return (resource.logins?.(row) ?? []).some((login) => login != null && mine.has(String(login).toLowerCase()))
        }
      })
    })
  )
}
