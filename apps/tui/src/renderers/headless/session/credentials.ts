import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as PartnerKeyFile from "../../../profiles/partnerKeyFile.ts"
import type { Credentials } from "../../../session/Credentials.ts"
import { Entrance } from "../Connection.ts"
import { fit } from "../fit.ts"
import { ask, canAsk, requireSecret } from "../Prompt.ts"
import { usage } from "../Stopped.ts"
import type { LoggingIn } from "./flags.ts"

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
  return { _tag: "PartnerKey", file: PartnerKeyFile.pathOf(file), ...signed } satisfies Credentials
})

/** What to log in with: as the flags say, else the settings, else with a password. Secrets are asked for, or read. */
export const credentialsOf = Effect.fnUntraced(function* (given: LoggingIn) {
  yield* fit(given)
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
export const ofAlias = Effect.map(secret("refresh token"), (refresh): Credentials => ({ _tag: "Alias", refresh }))
