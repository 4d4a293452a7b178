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
import type { ClientRuntime } from "./ClientRuntime.ts"
import * as Group from "./Group.ts"
import { waitChecks } from "./options.ts"
import type { WaitOptions } from "./options.ts"
import type { InputFields, PromiseClient } from "./PlainTypes.ts"
import * as ValueShape from "./ValueShape.ts"

/** Existing tokens to start a session with. */
export interface StartTokens extends InputFields<CoreTokens> {}

/** The methods that send no request of their own. */
type Waiting = "start" | "token" | "renew" | "refresh" | "logOut"

/** The session of the logged-in user. Calls that need a user token take it from here, and renew it here once it has expired. */
export interface Session
  extends PromiseClient<Omit<Core["Service"], Waiting>>, PromiseClient<Pick<Core["Service"], Waiting>, WaitOptions> {}

const calls = (name: keyof typeof AuthGroup.endpoints) => lazy(() => Group.methodOf(AuthGroup.endpoints[name]))

// all waiting callers share a renewal, so none of them sets its options
const waits = (...parameters: ReadonlyArray<Group.Parameter>) =>
  lazy((): Group.Method => ({ parameters, answer: "open", hasBody: true, options: waitChecks }))

const table: Group.Table<keyof Core["Service"]> = {
  logIn: calls("logIn"),
  logInV1R1: calls("logInV1R1"),
  logInWithToken: calls("personalAccessToken"),
  logInAnonymously: calls("anonymous"),
  logInFromUrl: calls("fromUrl"),
  logInFromAlias: calls("exchange"),
  logInAsEnterprise: calls("enterprise"),
  start: lazy(() => waits({ at: "the session", shape: ValueShape.fromSchemas([CoreTokens]) })()),
  token: waits(),
  renew: waits({ at: "the token", shape: "secret" }),
  refresh: waits(),
  logOut: waits()
}

// the inner timeout may fire first, and its error is more specific
const graceMs = 20

/** Limits an effect to the timeout of a call: it waits for a store, or for a renewal with its own timeout. */
const withTimeout = <A, E>(name: string, effect: Effect.Effect<A, E>) =>
  Effect.flatMap(CallTimeout, (limit) =>
    Effect.timeoutOrElse(effect, {
      duration: Duration.toMillis(limit) + graceMs,
      orElse: () =>
        Effect.fail(
          new TimedOut({ method: `Session.${name}`, path: "", seconds: Duration.toSeconds(limit), wasSent: false })
        )
    })
  )

// a missing token is treated as empty
const noToken = { token: Redacted.make("") }

// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, which their types cannot follow
const withTimeouts = (member: any, name: string) =>
  Predicate.isFunction(member)
    ? (...args: ReadonlyArray<unknown>) => withTimeout(name, member(...args))
    : withTimeout(name, member)

/** Makes the methods of the session. */
export const makeSession = (runtime: ClientRuntime, session: Core["Service"]): Session => {
  const start = (tokens: CoreTokens) => session.start({ ...noToken, ...tokens })
  return Group.toPromises(runtime, "Session", Record.map({ ...session, start }, withTimeouts), table)
}
