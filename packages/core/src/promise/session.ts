import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { AuthGroup } from "../Auth.ts"
import { CallTimeout } from "../CallTimeout.ts"
import { TimedOut } from "../Errors.ts"
import { lazy } from "../internal/lazy.ts"
import type { Session as CoreSession } from "../Session.ts"
import { Tokens } from "../TokenStore.ts"
import * as Wire from "../Wire.ts"
import type { ClientRuntime } from "./ClientRuntime.ts"
import * as Group from "./Group.ts"
import { waitChecks } from "./options.ts"
import type { WaitOptions } from "./options.ts"
import type { InputFields, PromiseClient } from "./PlainTypes.ts"

/** Existing tokens to start a session with. */
export interface StartTokens extends InputFields<Tokens> {}

const calls = (name: keyof typeof AuthGroup.endpoints) => lazy(() => Group.methodOf(AuthGroup.endpoints[name]))

const waits = (...parameters: ReadonlyArray<readonly [label: string, schema: Schema.Constraint]>) =>
  lazy((): Group.Method => ({
    parameters: parameters.map(([label, { ast }]) => ({ label, type: SchemaAST.toType(ast) })),
    hasBody: false,
    options: waitChecks
  }))

/** The methods that wait for a store, or for a renewal that all callers share: no request options. */
const waiting = {
  start: waits(["the session", Tokens]),
  token: waits(),
  renew: waits(["the token", Wire.Secret]),
  refresh: waits(),
  logOut: waits()
}
type Waiting = keyof typeof waiting

const table: Group.Table<keyof CoreSession["Service"]> = {
  logIn: calls("logIn"),
  logInV1R1: calls("logInV1R1"),
  logInWithToken: calls("personalAccessToken"),
  logInAnonymously: calls("anonymous"),
  logInFromUrl: calls("fromUrl"),
  logInFromAlias: calls("exchange"),
  logInAsEnterprise: calls("enterprise"),
  ...waiting
}

/** The session of the logged-in user. Calls that need a user token take it from here, and renew it here once it has expired. */
export interface Session
  extends
    PromiseClient<Omit<CoreSession["Service"], Waiting>>,
    PromiseClient<Pick<CoreSession["Service"], Waiting>, WaitOptions> {}

// the inner timeout may fire first, and its error is more specific
const graceMs = 20

/** Limits an effect to the timeout of a call: it waits for a store, or for a renewal with its own timeout. */
const withTimeout = <A, E>(name: string, effect: Effect.Effect<A, E>) =>
  Effect.flatMap(CallTimeout, (limit) => {
    // the request of a log-in has a timeout of its own: here it was answered, and its tokens are being saved
    const wasSent = name.startsWith("logIn")
    const outcome = { wasSent, mayHaveHappened: wasSent, waitedForTokens: true, seconds: Duration.toSeconds(limit) }
    return Effect.timeoutOrElse(effect, {
      duration: Duration.toMillis(limit) + graceMs,
      orElse: () => Effect.fail(new TimedOut({ method: `Session.${name}`, path: "", ...outcome }))
    })
  })

// a missing token is treated as empty
const noToken = { token: Redacted.make("") }

// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, which their types cannot follow
const withTimeouts = (member: any, name: string) =>
  Predicate.isFunction(member)
    ? (...args: ReadonlyArray<unknown>) => withTimeout(name, member(...args))
    : withTimeout(name, member)

/** Makes the methods of the session. */
export const makeSession = (runtime: ClientRuntime, session: CoreSession["Service"]): Session => {
  const start = (tokens: Tokens) => session.start({ ...noToken, ...tokens })
  return Group.toPromises(runtime, "Session", Record.map({ ...session, start }, withTimeouts), table)
}
