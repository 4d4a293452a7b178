import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import * as PrivateFile from "../../profiles/PrivateFile.ts"
import * as ProfilesFile from "../../profiles/ProfilesFile.ts"
import type { ProfileSettings } from "../../profiles/ProfilesFile.ts"
import * as SecretsFile from "../../profiles/SecretsFile.ts"
import type { Secrets } from "../../profiles/SecretsFile.ts"
import * as SessionFile from "../../profiles/SessionFile.ts"
import { fieldMaker, yesNo } from "../../resources/Field.ts"
import type { Sources } from "../../Settings.ts"
import type { ProfileFlags } from "./flags.ts"
import { formatFacts, table } from "./format.ts"
import { canAsk, checkTexts, readSecrets, stdout, toJson, usageError, writeNote, writeResult } from "./output.ts"

interface NameFlags {
  readonly name: string
  readonly json: boolean
}

const writeDone = (json: boolean, verb: string, target: string, message: string) =>
  writeResult(json, { action: `profiles.${verb}`, target, outcome: "done", message }, message)

/** Removes the secrets and the sessions of a profile. */
const removeSecrets = (name: string) => Effect.andThen(SecretsFile.remove(name), SessionFile.removeAll(name))

/** Makes a profile the default. */
export const use = Effect.fnUntraced(function* ({ json, name }: NameFlags) {
  yield* ProfilesFile.find(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) =>
    Effect.map(ProfilesFile.find(now, name), () => [{ ...now, default: name }, undefined] as const)
  )
  return yield* writeDone(json, "use", name, `The profile ${name} is the default.`)
})

export const remove = Effect.fnUntraced(function* ({ json, name }: NameFlags) {
  yield* ProfilesFile.find(yield* ProfilesFile.read, name)
  yield* ProfilesFile.change((now) => {
    const { [name]: _, ...profiles } = now.profiles
    const { default: chosen, ...rest } = now
    return Effect.succeed([
      chosen === name || chosen === undefined ? { ...rest, profiles } : { default: chosen, profiles },
      undefined
    ] as const)
  })
  // last, so that a profile that cannot be removed keeps its secrets
  yield* removeSecrets(name)
  return yield* writeDone(json, "remove", name, `The profile ${name} is removed, with its secrets and its session.`)
})

const settingNames = {
  name: "--region",
  baseUrl: "--base-url",
  apiKey: "the API key",
  apiKeyHeader: "--api-key-header",
  apiKeyForm: "--api-key-form"
}

/** The partner key, after a check of its file. */
const readPartnerKey = Effect.fnUntraced(function* (
  known: Partial<NonNullable<ProfileSettings["partnerKey"]>> | undefined,
  flags: ProfileFlags
) {
  const texts = { siteId: flags.siteId, issuer: flags.issuer, audience: flags.audience }
  const path = Option.map(flags.partnerKeyFile, PrivateFile.resolvePath)
  const { audience, file, issuer, siteId } = { ...known, ...Record.getSomes({ ...texts, file: path }) }
  if ([file, siteId, issuer, audience].every((part) => part === undefined)) return {}
  if (!file || !siteId || !issuer || !audience)
    return yield* usageError(
      "A partner key signs for a site. Give --partner-key-file, --site-id, --issuer and --audience together."
    )
  if (!/^\d+$/.test(siteId)) return yield* usageError(`--site-id takes the number of the site, not ${siteId}.`)
  yield* PrivateFile.readPartnerKey(file)
  return { partnerKey: { file, siteId, issuer, audience } }
})

/** The changed settings, after a check of the region. */
const changeSettings = Effect.fnUntraced(function* (
  before: ProfileSettings | undefined,
  flags: ProfileFlags,
  sources: Sources
) {
  const { apiKeyForm, apiKeyHeader, baseUrl, email, name } = flags
  const region = Option.getOrUndefined(sources.region) ?? before?.region
  const address = Option.getOrUndefined(baseUrl) ?? before?.baseUrl
  if ((region !== "us" && region !== "eu") || address === undefined)
    return yield* usageError(
      `The profile ${name} is new. Give --region us or --region eu, and --base-url with the address of the service.`
    )
  const merged = { ...before, ...Record.getSomes({ apiKeyHeader }), ...Record.getSomes({ apiKeyForm }) }
  const { apiUrl } = yield* Region.make(
    { ...merged, name: region, baseUrl: address, apiKey: Redacted.make("unknown") },
    settingNames
  )
  return {
    ...merged,
    region,
    baseUrl: apiUrl,
    ...Record.getSomes({ email }),
    ...(yield* readPartnerKey(before?.partnerKey, flags)),
    ...Record.getSomes({ readOnly: sources.readOnly })
  } satisfies ProfileSettings
})

const secretLabels = { apiKey: "API key", password: "password", personalAccessToken: "personal access token" } as const

const readNewSecrets = Effect.fnUntraced(function* (
  { apiKeyStdin, passwordStdin, patStdin }: ProfileFlags,
  settings: ProfileSettings,
  before: Secrets
) {
  const isRequired = { apiKey: apiKeyStdin, password: passwordStdin, personalAccessToken: patStdin }
  // a missing API key is asked for, but not required
  const names = SecretsFile.secretNames.filter(
    (name) => isRequired[name] || (name === "apiKey" && before.apiKey === undefined && canAsk())
  )
  const lines = yield* readSecrets(names.map((name) => secretLabels[name]))
  const missing = names.find((name, at) => isRequired[name] && lines[at] === undefined)
  if (missing !== undefined)
    return yield* usageError(`The ${secretLabels[missing]} is missing. Send one secret per line to the standard input.`)
  const secrets: Secrets = Object.fromEntries(
    names.flatMap((name, at) => (lines[at] === undefined ? [] : [[name, Redacted.make(lines[at])]]))
  )
  if (secrets.apiKey !== undefined)
    yield* Region.make({ ...settings, name: settings.region, apiKey: secrets.apiKey }, settingNames)
  return secrets
})

/** Creates or changes a profile. */
export const set = Effect.fnUntraced(function* (flags: ProfileFlags, sources: Sources) {
  const name = yield* ProfilesFile.validateName(flags.name)
  yield* checkTexts(flags)
  const all = yield* ProfilesFile.read
  const before = Object.hasOwn(all.profiles, name) ? all.profiles[name] : undefined
  const similar = Object.keys(all.profiles).find(
    (other) => other !== name && other.toLowerCase() === name.toLowerCase()
  )
  if (similar !== undefined)
    return yield* usageError(`The name ${name} differs from the profile ${similar} only in case. Choose another name.`)
  const settings = yield* changeSettings(before, flags, sources)
  const isMoved = before !== undefined && (before.region !== settings.region || before.baseUrl !== settings.baseUrl)
  const stored: Secrets = yield* SecretsFile.read(name, settings)
  const secrets: Secrets = yield* readNewSecrets(flags, settings, stored)
  const isDefault = yield* ProfilesFile.change((now) => {
    const chosen = now.default ?? name
    return Effect.succeed([
      { default: chosen, profiles: { ...now.profiles, [name]: settings } },
      chosen === name
    ] as const)
  })
  // secrets of one address are not sent to another
  if (isMoved) yield* removeSecrets(name)
  if (Object.keys(secrets).length > 0) yield* SecretsFile.add(name, settings, secrets)
  const hasKey = secrets.apiKey !== undefined || stored.apiKey !== undefined
  const sentences = [
    `The profile ${name} is stored in ${ProfilesFile.path()}${isDefault ? " and is the default" : ""}.`,
    isMoved ? "Secrets and session of its former address are removed." : "",
    hasKey ? "" : `It has no API key yet: remote-assist profiles set ${name} --api-key-stdin.`
  ]
  return yield* writeDone(flags.json, "set", name, sentences.filter(Boolean).join(" "))
})

interface Row extends ProfileSettings {
  readonly name: string
  readonly isDefault: boolean
}

const toData = ({ apiKeyForm = "header", apiKeyHeader = Region.defaultApiKeyHeader, ...row }: Row) => ({
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

const column = fieldMaker<Row>()

const columns = [
  column("name"),
  column("default", ({ isDefault }) => (isDefault ? "yes" : "")),
  column("region"),
  column("address", ({ baseUrl }) => baseUrl),
  column("email"),
  column("read_only", ({ readOnly }) => (readOnly === true ? "yes" : ""))
]

export const list = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const { default: chosen, profiles } = yield* ProfilesFile.read
  const rows = Object.entries(profiles).map(([name, settings]) => ({ ...settings, name, isDefault: name === chosen }))
  if (json) return yield* stdout.write(`${toJson(rows.map(toData))}\n`)
  if (rows.length === 0)
    return yield* writeNote(
      "There are no profiles yet. Create one: remote-assist profiles set live-eu --region eu --base-url https://eu.example.com"
    )
  return yield* stdout.write(table(columns, stdout.width).page(rows, true))
})

/** Describes how a profile logs in. */
const formatLogin = ({ partnerKey }: ProfileSettings, stored: ReadonlyArray<string>) => {
  if (stored.includes("personalAccessToken")) return "with a stored personal access token"
  if (stored.includes("password")) return "with a stored password"
  return partnerKey === undefined ? "" : `as site ${partnerKey.siteId}, with the key in ${partnerKey.file}`
}

/** Shows a profile without its secrets. */
export const show = Effect.fnUntraced(function* (
  flags: { readonly name: Option.Option<string>; readonly json: boolean },
  { profile }: Sources
) {
  const all = yield* ProfilesFile.read
  const name = Option.getOrUndefined(Option.orElse(flags.name, () => profile)) ?? all.default
  if (name === undefined) return yield* usageError("There is no default profile. Give the name of a profile.")
  const settings = yield* ProfilesFile.find(all, name)
  const row = { ...settings, name, isDefault: name === all.default }
  const secrets: Secrets = yield* SecretsFile.read(name, settings)
  const session = yield* SessionFile.exists(name, settings.region, settings.baseUrl)
  const stored = SecretsFile.secretNames.filter((name) => secrets[name] !== undefined)
  const data = { ...toData(row), secrets: stored, session }
  if (flags.json) return yield* stdout.write(`${toJson(data)}\n`)
  const header = data.api_key_form === "header" ? data.api_key_header : "authorization"
  return yield* stdout.write(
    formatFacts([
      ["Name", `${name}${row.isDefault ? ", the default" : ""}`],
      ["Region", data.region],
      ["Address", data.base_url],
      ["API key", `${stored.includes("apiKey") ? "stored" : "not stored"}; sent in ${header}`],
      ["E-mail", data.email],
      ["Logs in", formatLogin(settings, stored)],
      ["Session", session ? "stored" : "none"],
      ["Read-only", yesNo(data.read_only)]
    ])
  )
})
