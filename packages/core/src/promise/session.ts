import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { AuthGroup } from "../Auth.ts"
import { CallTimeout } from "../CallTimeout.ts"
import { TimedOut } from "../Errors.ts"
import { lazy } from "../internal/lazy.ts"
import type { Session as Core } from "../Session.ts"
import { Tokens as CoreTokens } from "../TokenStore.ts"
import { ofWaits } from "./CallOptions.ts"
import type { WaitOptions } from "./CallOptions.ts"
import type { Door } from "./Door.ts"
import * as Fields from "./Fields.ts"
import * as Group from "./Group.ts"
import type { InputFields, PromiseClient } from "./Promised.ts"

/** Tokens obtained elsewhere. */
export interface StartTokens extends InputFields<CoreTokens> {}

/** What of a session sends no request of its own. */
type Waiting = "start" | "token" | "renew" | "refresh" | "logOut"

/** Who is logged in. Calls that need a user token take it from here, and renew it here when it has expired. */
export interface Session
  extends PromiseClient<Omit<Core["Service"], Waiting>>, PromiseClient<Pick<Core["Service"], Waiting>, WaitOptions> {}

const calls = (name: keyof typeof AuthGroup.endpoints) => lazy(() => Group.methodOf(AuthGroup.endpoints[name]))

// a renewal is of all that wait for it, so that no caller says how it is made
const waits = (...inputs: ReadonlyArray<Group.Input>) =>
  lazy((): Group.Method => ({ inputs, answer: "open", isWalk: false, hasBody: true, options: ofWaits }))

const table: Group.Table<keyof Core["Service"]> = {
  logIn: calls("logIn"),
  logInV1R1: calls("logInV1R1"),
  logInWithToken: calls("personalAccessToken"),
  logInAnonymously: calls("anonymous"),
  logInFromUrl: calls("fromUrl"),
  logInFromAlias: calls("exchange"),
  logInAsEnterprise: calls("enterprise"),
  start: lazy(() => waits({ at: "the session", fields: Fields.ofSchemas([CoreTokens]) })()),
  token: waits(),
  renew: waits({ at: "the token", fields: "secret" }),
  refresh: waits(),
  logOut: waits()
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
          new TimedOut({ method: `Session.${name}`, path: "", seconds: Duration.toSeconds(limit), wasSent: false })
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
  return Group.methodsOf(door, "Session", Record.map({ ...session, start }, timed), table)
}
