import { sanitize } from "@remote-assist/cli/Terminal"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import * as ProfilesFile from "../../../profiles/ProfilesFile.ts"
import type { ProfileSettings, Profiles } from "../../../profiles/ProfilesFile.ts"
import * as SecretsFile from "../../../profiles/SecretsFile.ts"
import type { Secrets } from "../../../profiles/SecretsFile.ts"
import * as SessionFile from "../../../profiles/SessionFile.ts"
import type { Sources } from "../../../profiles/Sources.ts"
import type * as Field from "../../../resources/Field.ts"
import { yesNo } from "../../../resources/texts.ts"
import * as Json from "../json.ts"
import { stdout, tell } from "../Output.ts"
import { usage } from "../Stopped.ts"

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
  if (json) return yield* stdout.write(`${Json.write(rows.map(valueOf))}\n`)
  if (rows.length === 0) return yield* tell(`There is no profile yet. Make one: ${example}`)
  const { table } = yield* Effect.promise(() => import("../table.ts"))
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
  const settings = yield* ProfilesFile.named(all, name)
  const row = { ...settings, name, isDefault: name === all.default }
  const secrets: Secrets = yield* SecretsFile.read(name, settings)
  const session = yield* SessionFile.exists(name, settings.region, settings.baseUrl)
  const kept = SecretsFile.secretNames.filter((name) => secrets[name] !== undefined)
  const value = { ...valueOf(row), secrets: kept, session }
  if (json) return yield* stdout.write(`${Json.write(value)}\n`)
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
  return yield* stdout.write(
    facts.flatMap(([label, text]) => (text === "" ? [] : [`${label.padEnd(9)}  ${sanitize(text)}\n`])).join("")
  )
})
