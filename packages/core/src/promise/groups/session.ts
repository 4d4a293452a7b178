import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import * as Auth from "../../Auth.ts"
import { CallTimeout } from "../../CallTimeout.ts"
import { TimedOut } from "../../Errors.ts"
import { Session as Core } from "../../Session.ts"
import { Tokens as CoreTokens } from "../../TokenStore.ts"
import { ofCalls, ofWaits } from "../CallOptions.ts"
import type { CallOptions, WaitOptions } from "../CallOptions.ts"
import type { Door } from "../Door.ts"
import * as Fields from "../Fields.ts"
import * as Group from "../Group.ts"
import { methodsOf } from "../methods.ts"
import type { Method } from "../methods.ts"
import type { Secret } from "../Secret.ts"
import type { LogIn } from "./auth.ts"

/** Tokens obtained elsewhere. */
export interface StartTokens {
  /** The user token that calls carry. */
  readonly token: string | Secret
  /** What it is renewed with. */
  readonly refresh?: string | Secret | undefined
  /** The personal access token that it was made from, and is renewed with. */
  readonly personalAccessToken?: string | Secret | undefined
}

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export interface Session {
  /** Logs in with e-mail address or user name and password and keeps the tokens; a session before it is replaced. */
  readonly logIn: (credentials: LogIn, options?: CallOptions) => Promise<void>
  /** Logs in on `/v1r1`, as `logIn` does on `/v1`: wrong credentials are 400 there. */
  readonly logInV1R1: (credentials: LogIn, options?: CallOptions) => Promise<void>
  /** Logs in with a personal access token, which is kept to renew the session with. */
  readonly logInWithToken: (personalAccessToken: string | Secret, options?: CallOptions) => Promise<void>
  /** Logs in as nobody in particular, shown to others as `displayName`. The session cannot be renewed. */
  readonly logInAnonymously: (displayName?: string, options?: CallOptions) => Promise<void>
  /** Logs in with a workbox invite URL. */
  readonly logInFromUrl: (inviteUrl: string, options?: CallOptions) => Promise<void>
  /** Logs in as the log-in user of an alias, with the alias's refresh token. */
  readonly logInFromAlias: (aliasRefresh: string | Secret, options?: CallOptions) => Promise<void>
  /** Logs in as the enterprise. The session cannot be renewed. */
  readonly logInAsEnterprise: (credentials: LogIn, options?: CallOptions) => Promise<void>
  /** Starts a session from tokens obtained elsewhere. */
  readonly start: (tokens: StartTokens, options?: WaitOptions) => Promise<void>
  /**
   * Yields the user token to send. One that has expired is renewed first, one that is about to is yielded, and renewed in the
   * background.
   */
  readonly token: (options?: WaitOptions) => Promise<Secret>
  /**
   * Renews a token that was found expired, once for any number of concurrent calls, and yields the current one. A renewal
   * goes on for the session where its caller waits no more.
   */
  readonly renew: (expired: string | Secret, options?: WaitOptions) => Promise<Secret>
  /**
   * Renews the session now, though its token has not expired. Where there is nothing to renew with, or the service refuses,
   * the session is as it was.
   */
  readonly refresh: (options?: WaitOptions) => Promise<void>
  /** Forgets the tokens. */
  readonly logOut: (options?: WaitOptions) => Promise<void>
}

const of = Group.of(Auth.AuthGroup)

const method = (...inputs: Method["inputs"]): Method => ({
  inputs,
  answer: () => "open",
  isWalk: false,
  hasBody: true,
  options: ofCalls
})

// a renewal is of all that wait for it, so that no caller says how it is made
const waiting = (...inputs: Method["inputs"]): Method => ({ ...method(...inputs), options: ofWaits })

const table: Group.Table<Core["Service"]> = {
  logIn: method(of.body("logIn", "the credentials")),
  logInV1R1: method(of.body("logInV1R1", "the credentials")),
  logInWithToken: method(Group.hidden("the personal access token")),
  logInAnonymously: method(Group.optionalText("the display name")),
  logInFromUrl: method(Group.text("the invite URL")),
  logInFromAlias: method(Group.hidden("the refresh token")),
  logInAsEnterprise: method(of.body("enterprise", "the credentials")),
  start: waiting({ at: "the session", fields: () => Fields.ofSchemas([CoreTokens]) }),
  token: waiting(),
  renew: waiting(Group.hidden("the token")),
  refresh: waiting(),
  logOut: waiting()
}

// what is waited for may end itself in time, and tells more of it
const grace = 20

/** An effect within the time of a call: it waits for a store, or for a renewal that has a time of its own. */
const within = <A, E>(name: string, effect: Effect.Effect<A, E>) =>
  Effect.flatMap(CallTimeout, (limit) =>
    Effect.timeoutOrElse(effect, {
      duration: Duration.toMillis(limit) + grace,
      orElse: () =>
        Effect.fail(
          new TimedOut({
            method: `Session.${name}`,
            path: "",
            seconds: Duration.toSeconds(limit),
            wasSent: false
          })
        )
    })
  )

// one that is not given is as good as empty
const noToken = { token: Redacted.make("") }

// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, which their types cannot follow
const timed = (member: any, name: string) =>
  Predicate.isFunction(member)
    ? (...input: ReadonlyArray<unknown>) => within(name, member(...input))
    : within(name, member)

/** Makes the session's methods. */
export const sessionOf = (door: Door, session: Core["Service"]): Session => {
  const start = (tokens: CoreTokens) => session.start({ ...noToken, ...tokens })
  return methodsOf(door, "Session", Record.map({ ...session, start }, timed), table)
}
