import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as PrivateFile from "../../profiles/PrivateFile.ts"
import * as ProfilesFile from "../../profiles/ProfilesFile.ts"
import { validateName } from "../../profiles/ProfilesFile.ts"
import type { ProfileSettings, Profiles } from "../../profiles/ProfilesFile.ts"
import * as SecretsFile from "../../profiles/SecretsFile.ts"
import type { Secrets } from "../../profiles/SecretsFile.ts"
import * as SessionFile from "../../profiles/SessionFile.ts"
import type { Sources } from "../../profiles/Sources.ts"
import type * as Field from "../../resources/Field.ts"
import { yesNo } from "../../resources/Field.ts"
import type { Setting } from "./flags.ts"
import { table } from "./format.ts"
import { factLines, stdout, tell, usage, writeJson, writeResult } from "./output.ts"
import { canAsk, checkTexts, readSecrets } from "./Prompt.ts"

/** Tells what was done to a profile. */
const tellDone = (json: boolean, verb: string, target: string, message: string) =>
  writeResult(json, { action: `profiles.${verb}`, target, outcome: "done", message }, message)

/** Forgets what is secret of a profile, and its session. */
const forget = Effect.fnUntraced(function* (name: string) {
  yield* SecretsFile.remove(name)
  yield* SessionFile.removeAll(name)
})

/** Makes a profile the default one. */
export const use = Effect.fnUntraced(function* ({ json, name }: { readonly json: boolean; readonly name: string }) {
  yield* ProfilesFile.find(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) =>
    Effect.map(ProfilesFile.find(now, name), () => [{ ...now, default: name }, undefined] as const)
  )
  return yield* tellDone(json, "use", name, `The profile ${name} is the default one.`)
})

/** Removes a profile with all that is kept for it. */
export const remove = Effect.fnUntraced(function* ({ json, name }: { readonly json: boolean; readonly name: string }) {
  yield* ProfilesFile.find(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) => {
    const { [name]: _, ...profiles } = now.profiles
    const { default: chosen, ...rest } = now
    return Effect.succeed([
      chosen === name || chosen === undefined ? { ...rest, profiles } : { default: chosen, profiles },
      undefined
    ] as const)
  })
  // last, as what cannot be changed is to keep its secrets
  yield* forget(name)
  return yield* tellDone(json, "remove", name, `The profile ${name} is removed, with its secrets and its session.`)
})

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
    Option.getOrElse(Option.map(flags.partnerKeyFile, PrivateFile.resolvePath), () => known?.file),
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
  yield* PrivateFile.readPartnerKey(file)
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
  const name = yield* validateName(flags.name)
  yield* checkTexts(flags)
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

const example = "remote-assist profiles set live-eu --region eu --base-url https://eu.example.com"

interface Row extends ProfileSettings {
  readonly name: string
  readonly isDefault: boolean
}

const rowsOf = ({ default: chosen, profiles }: Profiles): ReadonlyArray<Row> =>
  Object.entries(profiles).map(([name, settings]) => ({ ...settings, name, isDefault: name === chosen }))

const valueOf = ({ apiKeyForm = "header", apiKeyHeader = Region.defaultApiKeyHeader, ...row }: Row) => ({
  name: row.name,
  default: row.isDefault,
  region: row.region,
  base_url: row.baseUrl,
  api_key_header: apiKeyHeader,
  api_key_form: apiKeyForm,
  email: row.email ?? null,
  partner_key: row.partnerKey ?? null,
  read_only: row.readOnly === true
})

const column = (name: string, text: (row: Row) => string): Field.Field<Row> => ({ name, value: text, text })

const columns = [
  column("name", ({ name }) => name),
  column("default", ({ isDefault }) => (isDefault ? "yes" : "")),
  column("region", ({ region }) => region),
  column("address", ({ baseUrl }) => baseUrl),
  column("email", ({ email = "" }) => email),
  column("read_only", ({ readOnly }) => (readOnly === true ? "yes" : ""))
]

/** Lists the profiles. */
export const list = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const rows = rowsOf(yield* ProfilesFile.read)
  if (json) return yield* stdout.write(`${writeJson(rows.map(valueOf))}\n`)
  if (rows.length === 0) return yield* tell(`There is no profile yet. Make one: ${example}`)
  return yield* stdout.write(table(columns, stdout.width).page(rows))
})

/** Shows a profile, and none of its secrets. */
export const show = Effect.fnUntraced(function* (
  { json, ...given }: { readonly name: Option.Option<string>; readonly json: boolean },
  { profile }: Sources
) {
  const all = yield* ProfilesFile.read
  const name = Option.getOrUndefined(Option.orElse(given.name, () => profile)) ?? all.default
  if (name === undefined) return yield* usage("No profile is named, and none is the default one. Give its name.")
  const settings = yield* ProfilesFile.find(all, name)
  const row = { ...settings, name, isDefault: name === all.default }
  const secrets: Secrets = yield* SecretsFile.read(name, settings)
  const session = yield* SessionFile.exists(name, settings.region, settings.baseUrl)
  const kept = SecretsFile.secretNames.filter((name) => secrets[name] !== undefined)
  const value = { ...valueOf(row), secrets: kept, session }
  if (json) return yield* stdout.write(`${writeJson(value)}\n`)
  const facts = [
    ["Name", `${name}${row.isDefault ? ", the default one" : ""}`],
    ["Region", value.region],
    ["Address", value.base_url],
    [
      "API key",
      `${kept.includes("apiKey") ? "kept" : "not kept"}; goes in ${value.api_key_form === "header" ? value.api_key_header : "authorization"}`
    ],
    ["E-mail", value.email ?? ""],
    [
      "Logs in",
      kept.includes("personalAccessToken")
        ? "with a personal access token that is kept"
        : kept.includes("password")
          ? "with a password that is kept"
          : settings.partnerKey === undefined
            ? ""
            : `as site ${settings.partnerKey.siteId}, with the key in ${settings.partnerKey.file}`
    ],
    ["Session", session ? "kept" : "none"],
    ["Read-only", yesNo(value.read_only)]
  ] as const
  return yield* stdout.write(factLines(facts))
})
