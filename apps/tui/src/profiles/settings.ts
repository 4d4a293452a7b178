import * as Settings from "@remote-assist/cli/Settings"
import type { Check } from "@remote-assist/cli/Settings"
import { settings } from "@remote-assist/cli/settingsTable"
import { Region } from "@remote-assist/core"
import { nearest } from "@remote-assist/core/Text"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
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

/** Returns the error of a name that is misspelt. Other programs' names are ignored unless they are similar to ours. */
const nameError = (name: string): string | undefined => {
  if (names.includes(name) || otherPrograms.has(name)) return undefined
  const meant = name.startsWith(prefix) ? nearest(name, names, 6) : nearest(name, names, 3)
  if (meant !== undefined) return `there is no setting ${name}. Did you mean ${meant}?`
  return name.startsWith(prefix) ? `there is no setting ${name}. Settings are ${names.join(", ")}` : undefined
}

/** Returns the error of a settings file: a name is misspelt, or none is known. */
const checkNames: Check = (path, found) => {
  const [wrong] = found.flatMap((name) => nameError(name) ?? [])
  if (wrong !== undefined) return `In ${path}, ${wrong}`
  return found.some((name) => names.includes(name))
    ? undefined
    : `In ${path}, no setting is known. Use lines such as REMOTE_ASSIST_REGION=us, or a JSON object`
}

type Provider = ConfigProvider.ConfigProvider

const urlName = (region: string) => `REMOTE_ASSIST_${region.toUpperCase()}_URL`

const credentialNames = [
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

/** Reads a setting, or `undefined` if it is missing or invalid. The command that needs it reports the error. */
const readOptional = <A>(config: Config.Config<A>, settings: Provider): Effect.Effect<A | undefined> =>
  Effect.orElseSucceed(config.parse(settings), () => undefined)

const publicSettings = ({ apiKeyForm, apiKeyHeader, baseUrl, email, region }: ProfileSettings): Provider =>
  provider({
    REMOTE_ASSIST_REGION: region,
    [urlName(region)]: baseUrl,
    REMOTE_ASSIST_API_KEY_HEADER: apiKeyHeader,
    REMOTE_ASSIST_API_KEY_FORM: apiKeyForm,
    REMOTE_ASSIST_EMAIL: email
  })

/** Returns the credentials of a profile: not the password of another user, and no secrets if the settings have credentials. */
const credentialSettings = Effect.fnUntraced(function* (
  { apiKey, password, personalAccessToken }: Secrets,
  { email, partnerKey }: ProfileSettings,
  settings: Provider
) {
  const hasCredentials = (yield* readOptional(credentials, settings)) !== undefined
  const who = yield* readOptional(Config.String("REMOTE_ASSIST_EMAIL"), settings)
  const isOwn = email === undefined || who === email
  const open = (secret: Redacted.Redacted | undefined, isUsable: boolean) =>
    secret && isUsable ? Redacted.value(secret) : undefined
  return provider({
    REMOTE_ASSIST_API_KEY: open(apiKey, true),
    REMOTE_ASSIST_PASSWORD: open(password, !hasCredentials && isOwn),
    REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN: open(personalAccessToken, !hasCredentials),
    REMOTE_ASSIST_PARTNER_KEY_FILE: partnerKey?.file,
    REMOTE_ASSIST_PARTNER_SITE_ID: partnerKey?.siteId,
    REMOTE_ASSIST_PARTNER_ISSUER: partnerKey?.issuer,
    REMOTE_ASSIST_PARTNER_AUDIENCE: partnerKey?.audience
  })
})

/** Whether settings lead to the address of a profile. */
const leadsTo = Effect.fnUntraced(function* (settings: Provider, { baseUrl, region }: ProfileSettings) {
  const name = yield* readOptional(Config.String("REMOTE_ASSIST_REGION"), settings)
  const address = yield* readOptional(Config.schema(Region.ApiUrl, urlName(region)), settings)
  return name === region && address === baseUrl
})

/** Adds the settings of a profile: above the environment if a flag names the profile, else below. */
const withProfile = Effect.fnUntraced(function* (
  fromFlags: Provider,
  name: string,
  profile: ProfileSettings,
  isByFlag: boolean
) {
  const own = publicSettings(profile)
  const order = (own: Provider, environment: Provider) =>
    isByFlag ? inOrder(fromFlags, own, environment) : inOrder(fromFlags, environment, own)
  // secrets of one address are not sent to another
  if (!(yield* leadsTo(order(own, environment()), profile)))
    return { isAtAddress: false, settings: order(own, environment()) }
  const secrets: Secrets = yield* SecretsFile.read(name, profile)
  const hasLogin =
    secrets.password !== undefined ||
    secrets.personalAccessToken !== undefined ||
    profile.partnerKey !== undefined ||
    (yield* SessionFile.exists(name, profile.region, profile.baseUrl))
  const around = environment(isByFlag && hasLogin ? credentialNames : [])
  const without = isByFlag ? inOrder(fromFlags, own) : order(own, around)
  const credentials = yield* credentialSettings(secrets, profile, without)
  return { isAtAddress: true, settings: order(inOrder(credentials, own), around) }
})

const readOnlyReason = Effect.fnUntraced(function* (settings: Provider, { readOnly }: Sources) {
  if (Option.contains(readOnly, true)) return "--read-only is given"
  const isSet = yield* Config.Boolean("REMOTE_ASSIST_READ_ONLY").pipe(Config.withDefault(false)).parse(settings)
  return isSet ? "REMOTE_ASSIST_READ_ONLY is set" : undefined
})

const choose = Effect.fnUntraced(function* (fromFlags: Provider, sources: Sources) {
  const plain = inOrder(fromFlags, environment())
  const readOnly = yield* readOnlyReason(plain, sources)
  const withoutProfile = { settings: plain, profile: Profile.of({ name: undefined, readOnly }) }
  if (sources.demo) {
    const { config, profile, region } = sources
    const [flag] = Object.keys(Record.getSomes({ profile, config, region }))
    if (flag === undefined) return withoutProfile
    return yield* new Settings.BadSettings({ message: `--demo and --${flag} cannot be combined. Leave one out` })
  }
  const profiles = yield* ProfilesFile.read
  const named = yield* readOptional(Config.NonEmptyString("REMOTE_ASSIST_PROFILE"), plain)
  const region = yield* readOptional(Config.String("REMOTE_ASSIST_REGION"), plain)
  const address = yield* readOptional(Config.String(urlName(region ?? "")), fromFlags)
  // a file with an address wins over the default profile
  const ofDefault = address === undefined ? profiles.default : undefined
  const name = Option.getOrUndefined(sources.profile) ?? named ?? ofDefault
  if (name === undefined) return withoutProfile
  const profile = yield* ProfilesFile.find(profiles, name)
  const isExplicit = Option.isSome(sources.profile) || named !== undefined
  const { isAtAddress, settings } = yield* withProfile(fromFlags, name, profile, Option.isSome(sources.profile))
  // the default profile does not apply to another address
  if (!isAtAddress && !isExplicit) return withoutProfile
  const reason = profile.readOnly === true ? `the profile ${name} is read-only` : undefined
  return { settings, profile: Profile.of({ name, readOnly: readOnly ?? reason }) }
})

const alternatives = ["store it in a profile, see remote-assist profiles set --help"]

/**
 * Runs an effect with settings in this order: flags, the file of `--config`, the profile of `--profile`, the environment,
 * the profile of `REMOTE_ASSIST_PROFILE` or the default profile.
 */
export const provide =
  (sources: Sources) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const fromFlags = yield* Settings.fromFlags(sources, checkNames)
      const { profile, settings } = yield* Settings.using(inOrder(fromFlags, environment()))(choose(fromFlags, sources))
      return yield* effect.pipe(
        Effect.provideService(Profile, profile),
        Settings.using(settings, sources.demo ? [] : alternatives)
      )
    })
