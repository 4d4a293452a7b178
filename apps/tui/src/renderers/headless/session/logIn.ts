import { sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { Account } from "../../../engine/account/Account.ts"
import { SessionFile } from "../../../profiles/SessionFile.ts"
import type { Credentials } from "../../../session/Credentials.ts"
import * as Standing from "../../../session/Standing.ts"
import { wayOf } from "../../../session/ways.ts"
import { Entrance, nobody } from "../Connection.ts"
import * as Json from "../json.ts"
import { writeDone } from "../Output.ts"
import { ofProblem, usage } from "../Stopped.ts"
import { credentialsOf, ofAlias } from "./credentials.ts"
import type { LoggingIn } from "./flags.ts"

interface Told {
  readonly json: boolean
}

const entering = Effect.fnUntraced(function* (
  { json }: Told,
  credentials: Effect.Effect<Credentials, unknown, Entrance>
) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo logs in by itself, and ends with its command: leave out --demo.")
  const account = yield* Account
  if (!(yield* account.logIn(yield* credentials))) {
    const { problem } = account.state.get()
    if (problem === undefined) return yield* nobody
    return yield* ofProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
  }
  const { who = "somebody", whose } = account.state.get()
  const { apiUrl, name } = yield* Region.Region
  const standing = yield* account.standing
  const until = standing?.until
  if (json)
    return yield* writeDone(
      `${Json.write({
        who,
        way: whose?.way ?? null,
        region: name,
        base_url: apiUrl,
        expires_at: Standing.iso(until),
        renewal: standing?.renewal ?? null
      })}\n`
    )
  const lasts = until === undefined ? "" : ` Its token is good until ${Standing.time(until)}.`
  const said = `Logged in at ${apiUrl} (${name}) as ${who}. ${wayOf(whose?.way).keeps}${lasts}`
  return yield* writeDone(`${sanitize(said)}\n`)
})

/** Logs in, and keeps the session. */
export const logIn = (given: LoggingIn) => entering(given, credentialsOf(given))

/** Logs in as the log-in user of an alias, whose refresh token is traded, and keeps the session. */
export const exchange = (given: Told) => entering(given, ofAlias)

/** Renews the session that is kept, now. */
export const refresh = Effect.fnUntraced(function* ({ json }: Told) {
  const account = yield* Account
  const { enter } = yield* Entrance
  yield* enter
  const renewed = yield* account.renew
  if (Result.isFailure(renewed)) return yield* ofProblem(renewed.failure)
  const standing = yield* account.standing
  return yield* writeDone(
    json
      ? `${Json.write({ message: renewed.success, expires_at: Standing.iso(standing?.until), renewal: standing?.renewal ?? null })}\n`
      : `${sanitize(renewed.success)}\n`
  )
})
