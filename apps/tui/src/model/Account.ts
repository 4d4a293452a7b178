import { Session } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as Cell from "../Cell.ts"
import * as Problem from "../Problem.ts"

/** What to log in with. */
export type Credentials =
  | { readonly _tag: "Password"; readonly email: string; readonly password: Redacted.Redacted }
  | { readonly _tag: "PersonalAccessToken"; readonly token: Redacted.Redacted }

export interface AccountState {
  /** Who is logged in. */
  readonly who: string | undefined
  readonly busy: boolean
  /** Why the session before ended. */
  readonly ended: string | undefined
  readonly problem: Problem.Problem | undefined
}

const out: AccountState = { who: undefined, busy: false, ended: undefined, problem: undefined }

/** Who is logged in, and the way in. */
export class Account extends Context.Service<
  Account,
  {
    readonly state: Cell.Cell<AccountState>
    /** Logs in; what went wrong is in the state. Succeeds with whether somebody is logged in now. */
    readonly logIn: (credentials: Credentials) => Effect.Effect<boolean>
    /** Notes that the session is over. */
    readonly end: (reason: string) => void
  }
>()("@remote-assist/tui/Account") {
  static readonly layer: Layer.Layer<Account, never, Session.Session> = Layer.effect(
    Account,
    Effect.gen(function* () {
      const session = yield* Session.Session
      const state = Cell.make(out)

      const start = (credentials: Credentials): Effect.Effect<void, Problem.Failure> =>
        credentials._tag === "Password"
          ? session.logIn({ email: credentials.email, password: credentials.password })
          : session.logInWithToken(credentials.token)

      const advice = {
        Password: "Check the e-mail address or user name, the password, and that the user is active.",
        PersonalAccessToken: "Check the personal access token in the settings, or log in with a password."
      }

      return Account.of({
        state,
        logIn: Effect.fn("Account.logIn")(function* (credentials) {
          state.update((now) => ({ ...now, busy: true, problem: undefined }))
          return yield* start(credentials).pipe(
            Effect.match({
              onSuccess: () => {
                const who = credentials._tag === "Password" ? credentials.email : "personal access token"
                state.update(() => ({ ...out, who }))
                return true
              },
              onFailure: (error) => {
                const problem = Problem.of("log you in", error, advice[credentials._tag])
                state.update((now) => ({ ...now, busy: false, problem }))
                return false
              }
            })
          )
        }),
        end: (reason) => state.update((now) => (now.who === undefined ? now : { ...out, ended: reason }))
      })
    })
  )
}
