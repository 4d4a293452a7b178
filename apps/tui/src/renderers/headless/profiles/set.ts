import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as PartnerKeyFile from "../../../profiles/partnerKeyFile.ts"
import * as ProfileName from "../../../profiles/ProfileName.ts"
import * as ProfilesFile from "../../../profiles/ProfilesFile.ts"
import type { ProfileSettings } from "../../../profiles/ProfilesFile.ts"
import * as SecretsFile from "../../../profiles/SecretsFile.ts"
import type { Secrets } from "../../../profiles/SecretsFile.ts"
import type { Sources } from "../../../profiles/Sources.ts"
import { fit } from "../fit.ts"
import { canAsk, readSecrets } from "../Prompt.ts"
import { usage } from "../Stopped.ts"
import { forget, tellDone } from "./done.ts"
import type { Setting } from "./flags.ts"

const settingNames = {
  name: "--region",
  baseUrl: "--base-url",
  apiKey: "the API key",
  apiKeyHeader: "--api-key-header",
  apiKeyForm: "--api-key-form"
}

const given = <A>(name: string, value: Option.Option<A>) => (Option.isSome(value) ? { [name]: value.value } : {})

/** Where the partner key is; a file that cannot be used is refused. */
const partnerKeyOf = Effect.fnUntraced(function* (before: ProfileSettings | undefined, flags: Setting) {
  const known = before?.partnerKey
  const [file, site, by, to] = [
    Option.getOrElse(Option.map(flags.partnerKeyFile, PartnerKeyFile.pathOf), () => known?.file),
    Option.getOrElse(flags.siteId, () => known?.siteId),
    Option.getOrElse(flags.issuer, () => known?.issuer),
    Option.getOrElse(flags.audience, () => known?.audience)
  ]
  if ([file, site, by, to].every((part) => part === undefined)) return {}
  if (!file || !site || !by || !to)
    return yield* usage(
      "A partner key signs for a site: give --partner-key-file, --site-id, --issuer and --audience together."
    )
  if (!/^\d+$/.test(site)) return yield* usage(`--site-id takes the number of the site, not ${site}.`)
  yield* PartnerKeyFile.read(file)
  return { partnerKey: { file, siteId: site, issuer: by, audience: to } }
})

/** The profile as it is to be; what makes no region is refused. */
const changed = Effect.fnUntraced(function* (before: ProfileSettings | undefined, flags: Setting, sources: Sources) {
  const { apiKeyForm, apiKeyHeader, baseUrl, email, name } = flags
  const region = Option.getOrUndefined(sources.region) ?? before?.region
  const address = Option.getOrUndefined(baseUrl) ?? before?.baseUrl
  if ((region !== "us" && region !== "eu") || address === undefined)
    return yield* usage(
      `The profile ${name} is new: give --region us or --region eu, and --base-url with the address of the service.`
    )
  const merged = { ...before, ...given("apiKeyHeader", apiKeyHeader), ...given("apiKeyForm", apiKeyForm) }
  const { apiUrl } = yield* Region.make(
    { ...merged, name: region, baseUrl: address, apiKey: Redacted.make("unknown") },
    settingNames
  )
  return {
    ...merged,
    region,
    baseUrl: apiUrl,
    ...given("email", email),
    ...(yield* partnerKeyOf(before, flags)),
    ...given("readOnly", sources.readOnly)
  } satisfies ProfileSettings
})

const asked = { apiKey: "API key", password: "password", personalAccessToken: "personal access token" } as const

const secretsOf = Effect.fnUntraced(function* (
  { apiKeyStdin, passwordStdin, patStdin }: Setting,
  settings: ProfileSettings,
  before: Secrets
) {
  const isAsked = {
    apiKey: apiKeyStdin || (before.apiKey === undefined && canAsk()),
    password: passwordStdin,
    personalAccessToken: patStdin
  }
  const isMeant = { apiKey: apiKeyStdin, password: passwordStdin, personalAccessToken: patStdin }
  const names = SecretsFile.secretNames.filter((name) => isAsked[name])
  const lines = yield* readSecrets(names.map((name) => asked[name]))
  const lacking = names.find((name, at) => isMeant[name] && lines[at] === undefined)
  if (lacking !== undefined)
    return yield* usage(`No ${asked[lacking]} is given. Send it to the standard input, a line each.`)
  const secrets: Secrets = Object.fromEntries(
    names.flatMap((name, at) => (lines[at] === undefined ? [] : [[name, Redacted.make(lines[at])]]))
  )
  if (secrets.apiKey !== undefined)
    yield* Region.make({ ...settings, name: settings.region, apiKey: secrets.apiKey }, settingNames)
  return secrets
})

/** Makes a profile, or changes one. */
export const set = Effect.fnUntraced(function* (flags: Setting, sources: Sources) {
  const name = yield* ProfileName.checked(flags.name)
  yield* fit(flags)
  const all = yield* ProfilesFile.read
  const before = Object.hasOwn(all.profiles, name) ? all.profiles[name] : undefined
  const alike = Object.keys(all.profiles).find((other) => other !== name && other.toLowerCase() === name.toLowerCase())
  if (alike !== undefined)
    return yield* usage(`There is a profile ${alike} already, and ${name} differs in case alone.`)
  const settings = yield* changed(before, flags, sources)
  const isMoved = before !== undefined && (before.region !== settings.region || before.baseUrl !== settings.baseUrl)
  const kept: Secrets = yield* SecretsFile.read(name, settings)
  const secrets: Secrets = yield* secretsOf(flags, settings, kept)
  const isDefault = yield* ProfilesFile.change((now) => {
    const chosen = now.default ?? name
    return Effect.succeed([
      { default: chosen, profiles: { ...now.profiles, [name]: settings } },
      chosen === name
    ] as const)
  })
  // what was given for one address is for no other, and is kept where the move fails
  if (isMoved) yield* forget(name)
  if (Object.keys(secrets).length > 0) yield* SecretsFile.add(name, settings, secrets)
  const key =
    secrets.apiKey === undefined && kept.apiKey === undefined
      ? ` It has no API key yet: remote-assist profiles set ${name} --api-key-stdin.`
      : ""
  const moved = isMoved ? " Secrets and session of the address before are forgotten." : ""
  const said = `The profile ${name} is kept in ${ProfilesFile.path()}${isDefault ? " and is the default one" : ""}.${moved}${key}`
  return yield* tellDone(flags.json, "set", name, said)
})
