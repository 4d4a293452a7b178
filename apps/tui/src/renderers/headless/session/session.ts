import { Region, Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Account } from "../../../engine/Account.ts"
import type { Credentials } from "../../../engine/Account.ts"
import { Place } from "../../../engine/Place.ts"
import { Profile } from "../../../profiles/Profile.ts"
import { SessionFile } from "../../../profiles/SessionFile.ts"
import { visible } from "../../../requests/visible.ts"
import { Entrance, nobody } from "../Connection.ts"
import * as Json from "../json.ts"
import { stdout } from "../Output.ts"
import { ask, canAsk } from "../Question.ts"
import * as Secret from "../Secret.ts"
import { because, ofProblem, usage } from "../Stopped.ts"
import * as Expiry from "./expiry.ts"
import type { LoggingIn } from "./flags.ts"

const say = (isJson: boolean, value: object, text: string) =>
  stdout.write(`${isJson ? Json.write(value) : visible(text)}\n`)

const emailOf = Effect.fnUntraced(function* ({ email }: LoggingIn) {
  if (Option.isSome(email)) return email.value
  const set = yield* Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL"))
  if (Option.isSome(set)) return set.value
  const answer = canAsk() ? (yield* ask("Log in.", "E-mail address: "))?.trim() : undefined
  return answer ? answer : yield* usage("No e-mail address is given to log in with. Give --email.")
})

const credentialsOf = Effect.fnUntraced(function* (given: LoggingIn) {
  if (given.password && given.pat) return yield* usage("--password and --pat exclude each other: give one.")
  const { credentials: ofSettings } = yield* Entrance
  const isAsked = given.password || given.pat || Option.isSome(given.email)
  if (ofSettings !== undefined && !isAsked) return ofSettings
  if (given.pat) {
    if (Option.isSome(given.email)) return yield* usage("A personal access token says whose it is: leave out --email.")
    const token = Redacted.make(yield* Secret.one("personal access token"))
    return { _tag: "PersonalAccessToken", token } satisfies Credentials
  }
  const email = yield* emailOf(given)
  return { _tag: "Password", email, password: Redacted.make(yield* Secret.one("password")) } satisfies Credentials
})

/** Logs in, and keeps the session. */
export const logIn = Effect.fnUntraced(function* (given: LoggingIn) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo logs in by itself, and ends with its command: leave out --demo.")
  const account = yield* Account
  const credentials = yield* credentialsOf(given)
  if (!(yield* account.logIn(credentials))) {
    const { problem } = account.state.get()
    if (problem === undefined) return yield* nobody
    return yield* ofProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
  }
  const { who = "somebody" } = account.state.get()
  yield* file.value.note({ who })
  const { apiUrl, name } = yield* Region.Region
  return yield* say(given.json, { who, region: name, base_url: apiUrl }, `Logged in at ${apiUrl} (${name}) as ${who}.`)
})

/** Ends the session that is kept. */
export const logOut = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo ends with its command: leave out --demo.")
  const { apiUrl, name } = yield* Region.Region
  const { forget, isThere, who } = file.value
  const was = (yield* isThere) ? ((yield* who)?.who ?? "somebody") : undefined
  const { logOut } = yield* Session.Session
  yield* Effect.mapError(logOut, (error) => because("log out", error))
  yield* forget
  const said =
    was === undefined
      ? `Nobody was logged in at ${apiUrl}.`
      : `${was} is logged out at ${apiUrl}: the file of the session is removed. The service has no log-out, so its tokens live on until they expire.`
  return yield* say(json, { was: was ?? null, region: name, base_url: apiUrl }, said)
})

const kept = Effect.gen(function* () {
  const store = yield* TokenStore.TokenStore
  const tokens = yield* Effect.mapError(store.load, (error) => because("read the session", error))
  if (Option.isNone(tokens)) return yield* nobody
  const { personalAccessToken, refresh, token } = tokens.value
  return { expiresAt: Expiry.of(token), isRenewable: refresh !== undefined || personalAccessToken !== undefined }
})

/** Shows who is logged in, and where. */
export const show = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const { credentials, stored } = yield* Entrance
  const { apiUrl, name: region } = yield* Region.Region
  const { name: profile, readOnly } = yield* Profile
  if (credentials === undefined && stored === undefined) return yield* nobody
  const { expiresAt, isRenewable } = stored === undefined ? { expiresAt: undefined, isRenewable: true } : yield* kept
  const who = stored?.who ?? (credentials?._tag === "Password" ? credentials.email : "personal access token")
  const place = yield* Effect.flatMap(Place, ({ find }) => find)
  if (json)
    return yield* stdout.write(
      `${Json.write({
        who,
        kept: stored !== undefined,
        tried: stored !== undefined,
        profile: profile ?? null,
        region,
        base_url: apiUrl,
        place,
        expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
        read_only: readOnly !== undefined
      })}\n`
    )
  const now = yield* Clock.currentTimeMillis
  const facts = [
    ["Who", stored === undefined ? `${who}, not tried` : who],
    ["Profile", profile ?? ""],
    ["Region", region],
    ["Address", apiUrl],
    ["Place", place],
    [
      "Expires",
      stored === undefined ? "logs in with each command, as the settings say" : Expiry.text(expiresAt, now, isRenewable)
    ],
    ["Read-only", readOnly === undefined ? "" : `yes, ${readOnly}`]
  ] as const
  return yield* stdout.write(
    facts.flatMap(([label, value]) => (value === "" ? [] : [`${label.padEnd(9)}  ${visible(value)}\n`])).join("")
  )
})
