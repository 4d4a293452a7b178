import { Region, Session, TokenStore } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import { uncapitalize } from "effect/String"

import { Account } from "../../engine/Account.ts"
import { Environment } from "../../engine/Environment.ts"
import * as PrivateFile from "../../profiles/PrivateFile.ts"
import { Profile } from "../../profiles/Profile.ts"
import { SessionFile } from "../../profiles/SessionFile.ts"
import { session } from "../../resources/session.ts"
import type { Connection } from "../../resources/session.ts"
import type { Credentials, LoginMethodName } from "../../session/Credentials.ts"
import { SessionStorage } from "../../session/Credentials.ts"
import { loginMethod, sessionOwner, toCredentials } from "../../session/loginMethods.ts"
import * as SessionStatus from "../../session/SessionStatus.ts"
import * as Settings from "../../Settings.ts"
import { toIso } from "../../text/format.ts"
import type { LoginFlags } from "./flags.ts"
import { formatFacts } from "./format.ts"
import { failedTo, fromProblem, loggedOut, Login, loginError } from "./Login.ts"
import { ask, canAsk, checkTexts, requireSecrets, stdout, toJson, usageError, writeResult } from "./output.ts"
import { clearShared } from "./SharedSession.ts"

interface JsonFlag {
  readonly json: boolean
}

/** Removes the stored session. */
export const logOut = Effect.fnUntraced(function* ({ json }: JsonFlag) {
  const file = yield* Effect.serviceOption(SessionFile)
  if (Option.isNone(file)) return yield* usageError("A demo has no stored session. Leave out --demo.")
  const { apiUrl, name } = yield* Region.Region
  const whose = yield* file.value.whose
  const shared = yield* Effect.catchTag(clearShared, "TokenStoreFailed", (error) => failedTo("log out", error))
  yield* Effect.catch(
    Session.Session.use(({ logOut }) => logOut),
    (error) => failedTo("log out", error)
  )
  yield* file.value.forget
  const message =
    shared !== undefined && whose === undefined
      ? `Logged out ${shared} at ${apiUrl}. The session in Redis is removed; other processes log in again.`
      : whose === undefined
        ? `Nobody was logged in at ${apiUrl}.`
        : whose.way === "partner-key"
          ? `Logged out ${whose.who} at ${apiUrl}. The path of the key is forgotten; the key itself is unchanged.`
          : `Logged out ${whose.who} at ${apiUrl}. The session file is removed. The service has no log-out, so the tokens stay valid until they expire.`
  return yield* writeResult(json, { was: whose?.who ?? shared ?? null, region: name, base_url: apiUrl }, message)
})

const expiry = (status: SessionStatus.SessionStatus | undefined) => ({
  expires_at: toIso(status?.until) ?? null,
  renewal: status?.renewal ?? null
})

/** Shows the session. */
export const show = Effect.fnUntraced(function* ({ json }: JsonFlag) {
  const { credentials, stored } = yield* Login
  const { apiUrl, name: region } = yield* Region.Region
  const { name: profile, readOnly } = yield* Profile
  const whose = stored ?? (credentials && sessionOwner(credentials))
  if (whose === undefined) return yield* loggedOut
  const isTried = stored !== undefined
  const status = isTried ? yield* SessionStatus.read(whose, yield* TokenStore.TokenStore) : undefined
  if (isTried && status === undefined) return yield* loggedOut
  const { isKept } = yield* SessionStorage
  const place = yield* Environment.use(({ find }) => find)
  if (json)
    return yield* stdout.write(
      `${toJson({
        who: whose.who,
        way: whose.way ?? null,
        subject: status?.subject ?? null,
        kept: isKept,
        tried: isTried,
        profile: profile ?? null,
        region,
        base_url: apiUrl,
        place,
        issued_at: toIso(status?.since) ?? null,
        ...expiry(status),
        read_only: readOnly !== undefined
      })}\n`
    )
  const row: Connection = {
    name: profile ?? "",
    region,
    address: apiUrl,
    readOnly,
    isCurrent: true,
    place,
    whose: isTried ? whose : { ...whose, who: `${whose.who}, not tried` },
    standing: status,
    isKept
  }
  return yield* stdout.write(formatFacts(session.facts.map(([label, value]) => [label, value(row)])))
})

/** Renews the session now. */
export const refresh = Effect.fnUntraced(function* ({ json }: JsonFlag) {
  const account = yield* Account
  yield* Login.use(({ logIn }) => logIn)
  const renewed = yield* account.renew
  if (Result.isFailure(renewed)) return yield* fromProblem(renewed.failure)
  const status = yield* account.standing
  return yield* writeResult(json, { message: renewed.success, ...expiry(status) }, renewed.success)
})

/** Logs in and stores the session. */
const store = Effect.fnUntraced(function* <R>({ json }: JsonFlag, credentials: Effect.Effect<Credentials, unknown, R>) {
  if (Option.isNone(yield* Effect.serviceOption(SessionFile)))
    return yield* usageError("A demo logs in automatically. Leave out --demo.")
  const account = yield* Account
  if (!(yield* account.logIn(yield* credentials))) return yield* loginError(account)
  const { who = "somebody", whose } = account.state.get()
  const { apiUrl, name } = yield* Region.Region
  const status = yield* account.standing
  const until = status?.until
  const validity = until === undefined ? "" : ` Its token is valid until ${SessionStatus.formatTime(until)}.`
  const value = {
    who,
    way: whose?.way ?? null,
    region: name,
    base_url: apiUrl,
    ...expiry(status)
  }
  const message = `Logged in at ${apiUrl} (${name}) as ${who}. ${loginMethod(whose?.way).keeps}${validity}`
  return yield* writeResult(json, value, message)
})

const askEmail = Effect.fnUntraced(function* ({ email }: LoginFlags) {
  if (Option.isSome(email)) return email.value
  const configured = yield* Settings.email
  if (Option.isSome(configured)) return configured.value
  const answer = canAsk() ? (yield* ask("Log in.\nE-mail address: "))?.trim() : undefined
  return answer ? answer : yield* usageError("There is no e-mail address to log in with. Give --email.")
})

/** The chosen login methods; `--v1r1` implies `--password`. */
const chosenMethods = ({ partnerKey, v1r1, ...flags }: LoginFlags): ReadonlyArray<LoginMethodName> => [
  ...(flags.password || v1r1 ? [v1r1 ? ("password-v1r1" as const) : ("password" as const)] : []),
  ...(["pat", "url", "anonymous", "enterprise"] as const).filter((way) => flags[way]),
  ...(Option.isSome(partnerKey) ? (["partner-key"] as const) : [])
]

const flagOf = (way: LoginMethodName) => `--${way.replace("password-", "")}`

/** Flags that only some methods take. */
const methodOptions = [
  ["email", "--email", "--password or --enterprise"],
  ["name", "--name", "--anonymous"],
  ["siteId", "--site-id", "--partner-key"],
  ["issuer", "--issuer", "--partner-key"],
  ["audience", "--audience", "--partner-key"]
] as const

/** Reads the secret of a login method, and adds the other values. */
const withSecret = Effect.fnUntraced(function* (way: LoginMethodName, values: Readonly<Record<string, string>>) {
  const secret = Object.entries(loginMethod(way).fields).find(([, { isSecret }]) => isSecret === true)
  if (secret === undefined) return toCredentials(way, values)
  const [name, { label = name }] = secret
  const [text] = yield* requireSecrets([uncapitalize(label)])
  return toCredentials(way, { ...values, [name]: text })
})

/** The credentials of the flags, else of the settings, else a password. */
const readCredentials = Effect.fnUntraced(function* (flags: LoginFlags) {
  yield* checkTexts(flags)
  const methods = chosenMethods(flags)
  const [way = "password", other] = methods
  if (other !== undefined) return yield* usageError(`${flagOf(way)} and ${flagOf(other)} exclude each other. Give one.`)
  for (const [name, flag, allowed] of methodOptions)
    if (Option.isSome(flags[name]) && !(name in loginMethod(way).fields))
      return yield* usageError(`${flag} only applies to ${allowed}. Leave out ${flag}.`)
  const { credentials } = yield* Login
  if (credentials !== undefined && methods.length === 0 && Option.isNone(flags.email)) return credentials
  const { audience, issuer, name, partnerKey: file, siteId } = flags
  const values = Record.getSomes({ name, file: Option.map(file, PrivateFile.resolvePath), siteId, issuer, audience })
  const missing = methodOptions.filter(([name, , allowed]) => allowed === "--partner-key" && Option.isNone(flags[name]))
  if (way === "partner-key" && missing.length > 0)
    return yield* usageError(`A partner key signs for a site. Add ${missing.map(([, flag]) => flag).join(", ")}.`)
  return yield* withSecret(
    way,
    "email" in loginMethod(way).fields ? { ...values, email: yield* askEmail(flags) } : values
  )
})

export const logIn = (flags: LoginFlags) => store(flags, readCredentials(flags))

/** Exchanges the refresh token of an alias for the session of its log-in user. */
export const exchange = (flags: JsonFlag) => store(flags, withSecret("alias", {}))
