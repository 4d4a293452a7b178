import { Pods, Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"

import * as Problem from "../../Problem.ts"
import type { AnyResource } from "../../resources/registry.ts"
import type { AnyRow } from "../../resources/Resource.ts"
import * as Claims from "../../session/claims.ts"
import { partnerKeyOf, whoseOf } from "../../session/Credentials.ts"
import type { Credentials, WayName, Whose } from "../../session/Credentials.ts"
import { Keeper } from "../../session/Keeper.ts"
import * as Standing from "../../session/Standing.ts"
import { adviceOf, wayOf } from "../../session/ways.ts"
import * as Cell from "../Cell.ts"
import * as AccountState from "./AccountState.ts"
import * as Connecting from "./connecting.ts"
import { Entered } from "./Entered.ts"
import { problemOf, resumption } from "./Failure.ts"
import type { Failure } from "./Failure.ts"
import * as LogIn from "./logIn.ts"
import * as Renewing from "./renewing.ts"
import { Signer } from "./Signer.ts"

export type { Credentials } from "../../session/Credentials.ts"

type Needs = Session.Session | Signer | Entered | TokenStore.TokenStore | Pods.Pods

/** Who is logged in, and the way in and out. */
export class Account extends Context.Service<
  Account,
  {
    readonly state: Cell.Cell<AccountState.AccountState>
    /**
     * Logs in once; what went wrong is in the state. Succeeds with whether somebody is logged in now. A partner key is tried
     * by a request before it takes the place of another session, unless that is for the next one to find out.
     */
    readonly logIn: (credentials: Credentials, isTried?: boolean) => Effect.Effect<boolean>
    /** Goes on with the session that is kept already; what went wrong is in the state. Succeeds as `logIn` does. */
    readonly resume: (whose: Whose) => Effect.Effect<boolean>
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
    readonly standing: Effect.Effect<Standing.Standing | undefined>
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
      const keeper = yield* Keeper
      const store = yield* TokenStore.TokenStore
      const clock = yield* Clock.Clock
      const start = yield* LogIn.make
      const state = Cell.make(AccountState.out)
      let times = 0

      const token = Effect.suspend(() => signer.inUse()?.token ?? session.token)

      const enter = (start: Effect.Effect<void, Failure>, whose: Whose, tell: (error: Failure) => Problem.Problem) =>
        Effect.suspend(() => {
          state.update(AccountState.trying)
          const before = entered.subject()
          entered.set(undefined)
          return Effect.match(
            Effect.onInterrupt(Effect.andThen(start, token), () => Effect.sync(() => entered.set(before))),
            {
              onSuccess: (token) => {
                entered.set(Claims.of(token).sub)
                times++
                state.update(() => AccountState.entered(whose, token, times))
                return true
              },
              onFailure: (error) => {
                entered.set(before)
                state.update(AccountState.failed(tell(error)))
                return false
              }
            }
          )
        })

      const advised = (way: WayName | undefined, problem: Problem.Problem, error: unknown) => {
        const advice = adviceOf(way, Problem.aboutOf(error), clock.currentTimeMillisUnsafe())
        return advice === undefined ? problem : Problem.withTodo(problem, advice)
      }

      const logIn = Effect.fn("Account.logIn")((credentials: Credentials, isTried = true) => {
        const whose = whoseOf(credentials)
        const { way } = whose
        const doing = way === "partner-key" ? "take the partner key" : "log you in"
        return enter(start(credentials, isTried), whose, (error) =>
          advised(way, problemOf(doing, error, wayOf(way).refused), error)
        )
      })

      const resume = Effect.fn("Account.resume")((whose: Whose) =>
        enter(
          Effect.suspend(() => {
            const key = partnerKeyOf(whose)
            return key === undefined ? Effect.void : signer.use(key)
          }),
          whose,
          (error) => problemOf("go on with your session", error, resumption)
        )
      )

      const standing = Effect.suspend(() => {
        const { whose } = state.get()
        return whose === undefined ? Effect.succeed(undefined) : Standing.of(whose, store)
      })

      return Account.of({
        state,
        logIn,
        resume,
        ...Connecting.make(state, logIn),
        renew: yield* Renewing.make(state, standing),
        noteRefused: (why) => state.update(AccountState.refusedFor(why)),
        standing,
        advised: (problem, error) => advised(state.get().whose?.way, problem, error),
        dismiss: () => state.update((now) => ({ ...now, problem: undefined })),
        logOut: Effect.matchCause(Effect.andThen(Effect.andThen(signer.stop, session.logOut), keeper.forget), {
          onSuccess: () => state.update(() => AccountState.out),
          onFailure: () => state.update(() => AccountState.out)
        }),
        end: (reason) => state.update(AccountState.ended(reason)),
        isMe: (resource, row) => AccountState.isMe(state.get(), resource, row)
      })
    })
  )
}
