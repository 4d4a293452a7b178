import { Region, Session, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { Account } from "../../engine/Account.ts"
import { Environment } from "../../engine/Environment.ts"
import * as PrivateFile from "../../profiles/PrivateFile.ts"
import { Profile } from "../../profiles/Profile.ts"
import { SessionFile } from "../../profiles/SessionFile.ts"
import type { Credentials } from "../../session/Credentials.ts"
import { SessionStorage, sessionOwner } from "../../session/Credentials.ts"
import { loginMethod } from "../../session/loginMethods.ts"
import * as SessionStatus from "../../session/SessionStatus.ts"
import { toIso } from "../../text/time.ts"
import { Entrance, nobody, notLoggedIn } from "./Connection.ts"
import type { LoggingIn } from "./flags.ts"
import { because, factLines, ofProblem, stdout, usage, writeJson, writeResult } from "./output.ts"
import { ask, canAsk, checkTexts, requireSecret } from "./Prompt.ts"

interface Json {
  readonly json: boolean
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
] as const

const spell = (milliseconds: number): string => {
  const [unit, size] = units.find(([, size]) => milliseconds >= size) ?? units[3]
  const count = Math.floor(milliseconds / size)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** When a token expires, as seen from now. */
const expiryText = (expiresAt: number | undefined, now: number, isRenewable: boolean): string => {
  if (expiresAt === undefined) return "not known"
  const then = isRenewable ? "; it is renewed by itself" : ""
  return expiresAt > now ? `in ${spell(expiresAt - now)}${then}` : `${spell(now - expiresAt)} ago${then}`
}

/** Ends the session that is kept. */
export const logOut = Effect.fnUntraced(function* ({ json }: Json) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo ends with its command: leave out --demo.")
  const { apiUrl, name } = yield* Region.Region
  const whose = yield* file.value.whose
  const { logOut } = yield* Session.Session
  yield* Effect.mapError(logOut, (error) => because("log out", error))
  yield* file.value.forget
  const live = "The service has no log-out, so its tokens live on until they expire."
  const said =
    whose === undefined
      ? `Nobody was logged in at ${apiUrl}.`
      : whose.way === "partner-key"
        ? `${whose.who} is logged out at ${apiUrl}: where the key is, is forgotten, and the key is left alone.`
        : `${whose.who} is logged out at ${apiUrl}: the file of the session is removed. ${live}`
  return yield* writeResult(json, { was: whose?.who ?? null, region: name, base_url: apiUrl }, said)
})

const expiryOf = (standing: SessionStatus.SessionStatus | undefined, now: number) => {
  if (standing === undefined) return "logs in with each command, as the settings say"
  if (standing.renewal === "signed") return "never: each request is signed"
  return expiryText(standing.until, now, standing.renewal !== "none")
}

/** Shows who is logged in, and where. */
export const show = Effect.fnUntraced(function* ({ json }: Json) {
  const { credentials, stored } = yield* Entrance
  const { apiUrl, name: region } = yield* Region.Region
  const { name: profile, readOnly } = yield* Profile
  const whose = stored ?? (credentials && sessionOwner(credentials))
  if (whose === undefined) return yield* nobody
  const isTried = stored !== undefined
  const standing = isTried ? yield* SessionStatus.read(whose, yield* TokenStore.TokenStore) : undefined
  if (isTried && standing === undefined) return yield* nobody
  const { isKept } = yield* SessionStorage
  const place = yield* Effect.flatMap(Environment, ({ find }) => find)
  if (json)
    return yield* stdout.write(
      `${writeJson({
        who: whose.who,
        way: whose.way ?? null,
        subject: standing?.subject ?? null,
        kept: isKept,
        tried: isTried,
        profile: profile ?? null,
        region,
        base_url: apiUrl,
        place,
        issued_at: toIso(standing?.since) ?? null,
        expires_at: toIso(standing?.until) ?? null,
        renewal: standing?.renewal ?? null,
        read_only: readOnly !== undefined
      })}\n`
    )
  const now = yield* Clock.currentTimeMillis
  const facts = [
    ["Who", isTried ? whose.who : `${whose.who}, not tried`],
    ["Logs in", `with ${loginMethod(whose.way).label}`],
    ["Subject", standing?.subject ?? ""],
    ["Key file", whose.given?.["file"] ?? ""],
    ["Profile", profile ?? ""],
    ["Region", region],
    ["Address", apiUrl],
    ["Place", place],
    ["Since", standing?.since === undefined ? "" : SessionStatus.formatTime(standing.since)],
    ["Expires", expiryOf(standing, now)],
    ["Renewal", standing === undefined ? "" : SessionStatus.formatRenewal(standing)],
    ["Read-only", readOnly === undefined ? "" : `yes, ${readOnly}`]
  ] as const
  return yield* stdout.write(factLines(facts))
})

const emailOf = Effect.fnUntraced(function* ({ email }: LoggingIn) {
  if (Option.isSome(email)) return email.value
  const set = yield* Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL"))
  if (Option.isSome(set)) return set.value
  const answer = canAsk() ? (yield* ask("Log in.", "E-mail address: "))?.trim() : undefined
  return answer ? answer : yield* usage("No e-mail address is given to log in with. Give --email.")
})

/** The ways that are asked for; `--v1r1` is one of a password. */
const waysOf = ({ anonymous, enterprise, partnerKey, password, pat, url, v1r1 }: LoggingIn) =>
  Object.entries({
    "--password": password || v1r1,
    "--pat": pat,
    "--url": url,
    "--anonymous": anonymous,
    "--enterprise": enterprise,
    "--partner-key": Option.isSome(partnerKey)
  }).flatMap(([flag, isAsked]) => (isAsked ? [flag] : []))

/** What goes with some ways alone. */
const belongings = [
  ["email", "--email", ["--password", "--enterprise"]],
  ["name", "--name", ["--anonymous"]],
  ["siteId", "--site-id", ["--partner-key"]],
  ["issuer", "--issuer", ["--partner-key"]],
  ["audience", "--audience", ["--partner-key"]]
] as const

const misplaced = (given: LoggingIn, way: string) =>
  belongings.find(([name, , ways]) => Option.isSome(given[name]) && !ways.some((one) => one === way))

const secret = (name: string) => Effect.map(requireSecret(name), (text) => Redacted.make(text.trim()))

const partnerKeyOf = Effect.fnUntraced(function* ({ audience, issuer, partnerKey, siteId }: LoggingIn) {
  const given = Option.all({ file: partnerKey, siteId, issuer, audience })
  if (Option.isNone(given))
    return yield* usage("A partner key signs for a site: give --site-id, --issuer and --audience as well.")
  const { file, ...signed } = given.value
  return { _tag: "PartnerKey", file: PrivateFile.resolvePath(file), ...signed } satisfies Credentials
})

/** What to log in with: as the flags say, else the settings, else with a password. Secrets are asked for, or read. */
const credentialsOf = Effect.fnUntraced(function* (given: LoggingIn) {
  yield* checkTexts(given)
  const ways = waysOf(given)
  const [way = "--password", other] = ways
  if (other !== undefined) return yield* usage(`${way} and ${other} exclude each other: give one.`)
  const wrong = misplaced(given, way)
  if (wrong !== undefined) return yield* usage(`${wrong[1]} goes with ${wrong[2].join(" or ")}: leave out ${wrong[1]}.`)
  const { credentials: ofSettings } = yield* Entrance
  if (ofSettings !== undefined && ways.length === 0 && Option.isNone(given.email)) return ofSettings
  switch (way) {
    case "--pat":
      return { _tag: "PersonalAccessToken", token: yield* secret("personal access token") } satisfies Credentials
    case "--url":
      return { _tag: "InviteUrl", url: yield* secret("invite URL") } satisfies Credentials
    case "--anonymous":
      return { _tag: "Anonymous", name: Option.getOrUndefined(given.name) } satisfies Credentials
    case "--partner-key":
      return yield* partnerKeyOf(given)
  }
  const email = yield* emailOf(given)
  const password = Redacted.make(yield* requireSecret("password"))
  if (way === "--enterprise") return { _tag: "Enterprise", email, password } satisfies Credentials
  return { _tag: "Password", email, password, ...(given.v1r1 && { version: "v1r1" }) } satisfies Credentials
})

/** The refresh token of an alias, to be traded. */
const ofAlias = Effect.map(secret("refresh token"), (refresh): Credentials => ({ _tag: "Alias", refresh }))

const entering = Effect.fnUntraced(function* (
  { json }: Json,
  credentials: Effect.Effect<Credentials, unknown, Entrance>
) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usage("A demo logs in by itself, and ends with its command: leave out --demo.")
  const account = yield* Account
  if (!(yield* account.logIn(yield* credentials))) return yield* notLoggedIn(account)
  const { who = "somebody", whose } = account.state.get()
  const { apiUrl, name } = yield* Region.Region
  const standing = yield* account.standing
  const until = standing?.until
  const lasts = until === undefined ? "" : ` Its token is good until ${SessionStatus.formatTime(until)}.`
  const said = `Logged in at ${apiUrl} (${name}) as ${who}. ${loginMethod(whose?.way).keeps}${lasts}`
  const value = {
    who,
    way: whose?.way ?? null,
    region: name,
    base_url: apiUrl,
    expires_at: toIso(until) ?? null,
    renewal: standing?.renewal ?? null
  }
  return yield* writeResult(json, value, said)
})

/** Logs in, and keeps the session. */
export const logIn = (given: LoggingIn) => entering(given, credentialsOf(given))

/** Logs in as the log-in user of an alias, whose refresh token is traded, and keeps the session. */
export const exchange = (given: Json) => entering(given, ofAlias)

/** Renews the session that is kept, now. */
export const refresh = Effect.fnUntraced(function* ({ json }: Json) {
  const account = yield* Account
  const { enter } = yield* Entrance
  yield* enter
  const renewed = yield* account.renew
  if (Result.isFailure(renewed)) return yield* ofProblem(renewed.failure)
  const standing = yield* account.standing
  const value = {
    message: renewed.success,
    expires_at: toIso(standing?.until) ?? null,
    renewal: standing?.renewal ?? null
  }
  return yield* writeResult(json, value, renewed.success)
})
