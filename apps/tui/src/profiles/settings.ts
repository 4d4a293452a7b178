import * as Settings from "@remote-assist/cli/Settings"
import type { Check } from "@remote-assist/cli/Settings"
import { settings } from "@remote-assist/cli/settingsTable"
import { Region } from "@remote-assist/core"
import { nearest } from "@remote-assist/core/Nearest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { credentials } from "../Settings.ts"
import type { Sources } from "../Settings.ts"
import { Profile } from "./Profile.ts"
import * as ProfilesFile from "./ProfilesFile.ts"
import type { ProfileSettings } from "./ProfilesFile.ts"
import * as SecretsFile from "./SecretsFile.ts"
import type { Secrets } from "./SecretsFile.ts"
import * as SessionFile from "./SessionFile.ts"

const prefix = "REMOTE_ASSIST_"

const names: ReadonlyArray<string> = settings
  .filter(({ readBy }) => readBy.includes("remote-assist"))
  .map(({ name }) => name)

const otherPrograms: ReadonlySet<string> = new Set(settings.map(({ name }) => name))

/** What of a name is another program's, unless it is nearly one of ours. */
const mistaken = (name: string): string | undefined => {
  if (names.includes(name) || otherPrograms.has(name)) return undefined
  const meant = name.startsWith(prefix) ? nearest(name, names, 6) : nearest(name, names, 3)
  if (meant !== undefined) return `there is no setting ${name}. Is ${meant} meant?`
  return name.startsWith(prefix) ? `there is no setting ${name}. There are ${names.join(", ")}` : undefined
}

/** What is wrong with the names in a file of settings: one is misspelt, or none is known. */
const checkNames: Check = (path, given) => {
  const [wrong] = given.flatMap((name) => mistaken(name) ?? [])
  if (wrong !== undefined) return `In ${path}, ${wrong}`
  return given.some((name) => names.includes(name))
    ? undefined
    : `In ${path}, there is no setting that is known. It has lines such as REMOTE_ASSIST_REGION=us, or the same as a JSON object`
}

type Provider = ConfigProvider.ConfigProvider

const urlOf = (region: string) => `REMOTE_ASSIST_${region.toUpperCase()}_URL`

const logIn = [
  "REMOTE_ASSIST_EMAIL",
  "REMOTE_ASSIST_PASSWORD",
  "REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN",
  "REMOTE_ASSIST_PARTNER_KEY_FILE"
]

const provider = (settings: Readonly<Record<string, string | undefined>>): Provider =>
  ConfigProvider.fromEnvRecord({ ...settings })

const environment = (without: ReadonlyArray<string> = []): Provider =>
  provider(Object.fromEntries(Object.entries(process.env).filter(([name]) => !without.includes(name))))

const inOrder = (...[first, ...others]: readonly [Provider, ...ReadonlyArray<Provider>]): Provider =>
  others.reduce((above, below) => ConfigProvider.orElse(above, below), first)

/** A setting as far as it is there and fits; what is wrong is told by who needs it. */
const known = <A>(config: Config.Config<A>, settings: Provider): Effect.Effect<A | undefined> =>
  Effect.orElseSucceed(config.parse(settings), () => undefined)

const publicOf = ({ apiKeyForm, apiKeyHeader, baseUrl, email, region }: ProfileSettings): Provider =>
  provider({
    REMOTE_ASSIST_REGION: region,
    [urlOf(region)]: baseUrl,
    REMOTE_ASSIST_API_KEY_HEADER: apiKeyHeader,
    REMOTE_ASSIST_API_KEY_FORM: apiKeyForm,
    REMOTE_ASSIST_EMAIL: email
  })

const signedOf = ({ partnerKey }: ProfileSettings): Provider =>
  provider({
    REMOTE_ASSIST_PARTNER_KEY_FILE: partnerKey?.file,
    REMOTE_ASSIST_PARTNER_SITE_ID: partnerKey?.siteId,
    REMOTE_ASSIST_PARTNER_ISSUER: partnerKey?.issuer,
    REMOTE_ASSIST_PARTNER_AUDIENCE: partnerKey?.audience
  })

const secretOf = ({ apiKey, password, personalAccessToken }: Secrets): Provider =>
  provider({
    REMOTE_ASSIST_API_KEY: apiKey && Redacted.value(apiKey),
    REMOTE_ASSIST_PASSWORD: password && Redacted.value(password),
    REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: personalAccessToken && Redacted.value(personalAccessToken)
  })

/** Whether settings lead to where a profile leads. */
const leadsTo = Effect.fnUntraced(function* (settings: Provider, { baseUrl, region }: ProfileSettings) {
  const name = yield* known(Config.String("REMOTE_ASSIST_REGION"), settings)
  const address = yield* known(Config.schema(Region.ApiUrl, urlOf(region)), settings)
  return name === region && address === baseUrl
})

/** What of the secrets goes with settings: no password of another, and nothing where these log in already. */
const fitting = Effect.fnUntraced(function* (secrets: Secrets, settings: Provider, { email }: ProfileSettings) {
  const { apiKey, password, personalAccessToken } = secrets
  const isIn = (yield* known(credentials, settings)) !== undefined
  const who = yield* known(Config.String("REMOTE_ASSIST_EMAIL"), settings)
  return {
    ...(apiKey && { apiKey }),
    ...(!isIn && password && (email === undefined || who === email) && { password }),
    ...(!isIn && personalAccessToken && { personalAccessToken })
  }
})

/** The settings with those of a profile: over the environment where it is named by flag, and else below. */
const withProfile = Effect.fnUntraced(function* (
  given: Provider,
  name: string,
  profile: ProfileSettings,
  isByFlag: boolean
) {
  const own = publicOf(profile)
  const order = (own: Provider, environment: Provider) =>
    isByFlag ? inOrder(given, own, environment) : inOrder(given, environment, own)
  // what is kept for one address is sent to no other
  if (!(yield* leadsTo(order(own, environment()), profile)))
    return { isAtHome: false, settings: order(own, environment()) }
  const secrets: Secrets = yield* SecretsFile.read(name, profile)
  const logsIn =
    secrets.password !== undefined ||
    secrets.personalAccessToken !== undefined ||
    profile.partnerKey !== undefined ||
    (yield* SessionFile.exists(name, profile.region, profile.baseUrl))
  const around = environment(isByFlag && logsIn ? logIn : [])
  const without = isByFlag ? inOrder(given, own) : order(own, around)
  return {
    isAtHome: true,
    settings: order(inOrder(secretOf(yield* fitting(secrets, without, profile)), signedOf(profile), own), around)
  }
})

const readOnlyBy = Effect.fnUntraced(function* (settings: Provider, { readOnly }: Sources) {
  if (Option.contains(readOnly, true)) return "--read-only is given"
  const isSet = yield* Config.Boolean("REMOTE_ASSIST_READ_ONLY").pipe(Config.withDefault(false)).parse(settings)
  return isSet ? "REMOTE_ASSIST_READ_ONLY is set" : undefined
})

const choose = Effect.fnUntraced(function* (given: Provider, sources: Sources) {
  const plain = inOrder(given, environment())
  const readOnly = yield* readOnlyBy(plain, sources)
  const nobody = { settings: plain, profile: Profile.of({ name: undefined, readOnly }) }
  if (sources.demo) {
    if (Option.isNone(sources.profile)) return nobody
    return yield* new Settings.BadSettings({ message: "A demo is of no profile: leave out --demo or --profile" })
  }
  const profiles = yield* ProfilesFile.read
  const named = yield* known(Config.NonEmptyString("REMOTE_ASSIST_PROFILE"), plain)
  const name = Option.getOrUndefined(sources.profile) ?? named ?? profiles.default
  if (name === undefined) return nobody
  const profile = yield* ProfilesFile.find(profiles, name)
  const isMeant = Option.isSome(sources.profile) || named !== undefined
  const { isAtHome, settings } = yield* withProfile(given, name, profile, Option.isSome(sources.profile))
  // the default one is for those who say nothing else
  if (!isAtHome && !isMeant) return nobody
  const ofProfile = profile.readOnly === true ? `the profile ${name} is read-only` : undefined
  return { settings, profile: Profile.of({ name, readOnly: readOnly ?? ofProfile }) }
})

const elsewhere = ["keep it in a profile, see remote-assist profiles set --help"]

/**
 * Runs an effect with the settings of flags, the file of `--config`, the profile of `--profile`, the environment and the
 * profile that is meant otherwise, in this order.
 */
export const provide =
  (sources: Sources) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const given = yield* Settings.fromFlags(sources, checkNames)
      const { profile, settings } = yield* Settings.using(inOrder(given, environment()))(choose(given, sources))
      return yield* effect.pipe(
        Effect.provideService(Profile, profile),
        Settings.using(settings, sources.demo ? [] : elsewhere)
      )
    })
