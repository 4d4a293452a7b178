import { join } from "node:path"

import { BadSettings } from "@remote-assist/cli/Settings"
import { Region } from "@remote-assist/core"
import { didYouMean, explainJsonError, isJson } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import * as PrivateFile from "./PrivateFile.ts"
import { configFolder } from "./PrivateFile.ts"

// names of profiles are names of files
const pattern = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i

const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Fails if a name is invalid. */
export const validateName = (name: string): Effect.Effect<string, BadSettings> =>
  pattern.test(name) && !windowsDevice.test(name)
    ? Effect.succeed(name)
    : Effect.fail(
        new BadSettings({
          message:
            `${name === "" ? "An empty text" : JSON.stringify(name.slice(0, 80))} is not a valid name for a profile. ` +
            "Use up to 64 letters, digits, points, hyphens and underscores, and start and end with a letter or digit, such as live-eu"
        })
      )

/** The settings of a profile, without secrets. */
export const ProfileSettings = Schema.Struct({
  region: Region.RegionName,
  baseUrl: Region.ApiUrl,
  apiKeyHeader: Schema.optionalKey(Schema.NonEmptyString),
  apiKeyForm: Schema.optionalKey(Region.ApiKeyForm),
  email: Schema.optionalKey(Schema.NonEmptyString),
  partnerKey: Schema.optionalKey(
    Schema.Struct({
      file: Schema.NonEmptyString,
      siteId: Schema.NonEmptyString,
      issuer: Schema.NonEmptyString,
      audience: Schema.NonEmptyString
    })
  ),
  readOnly: Schema.optionalKey(Schema.Boolean)
})
export type ProfileSettings = typeof ProfileSettings.Type

/** All profiles by their names, and the default profile. */
const Profiles = Schema.Struct({
  default: Schema.optionalKey(Schema.String),
  profiles: Schema.Record(Schema.String, ProfileSettings)
})
export type Profiles = typeof Profiles.Type

const empty: Profiles = { profiles: {} }

const decode = Schema.decodeEffect(Schema.fromJsonString(Profiles), { onExcessProperty: "error" })

const encode = Schema.encodeEffect(Profiles)

export const path = (): string => join(configFolder(), "profiles.json")

// a value in the wrong place may be a secret, so messages do not quote it
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "UnexpectedKey"
      ? `unknown field; fields are ${Object.keys(ProfileSettings.fields).join(", ")}, and secrets are in another file`
      : SchemaIssue.defaultLeafHook(issue)
})

const invalidFile = (text: string, { issue }: Schema.SchemaError) => {
  const remedy = "Correct the file, or remove it"
  const [first] = issuesOf(issue).issues
  const at = (first?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  const reason = at === "" ? 'it is not an object such as {"profiles": {}}' : `${at}: ${first?.message ?? ""}`
  const explained = isJson(text)
    ? `${reason.replace(": Expected", ": expected")}. ${remedy}`
    : explainJsonError(text, remedy, remedy)
  return new BadSettings({ message: `The profiles in ${path()} are invalid, ${explained}` })
}

export const read = Effect.gen(function* () {
  const text = yield* PrivateFile.read(path())
  if (Option.isNone(text)) return empty
  const profiles = yield* Effect.mapError(decode(text.value), (error) => invalidFile(text.value, error))
  yield* Effect.forEach(Object.keys(profiles.profiles), validateName)
  return profiles
})

/** Changes the profiles. Changes of other processes at the same time are not lost. */
export const change = <A, E>(to: (now: Profiles) => Effect.Effect<readonly [Profiles, A], E>) =>
  PrivateFile.change(
    path(),
    Effect.gen(function* () {
      const [next, result] = yield* to(yield* read)
      const content = yield* Effect.orDie(encode(next))
      return [`${JSON.stringify(content, undefined, 2)}\n`, result] as const
    })
  )

/** Finds a profile; fails with the existing names. */
export const find = ({ profiles }: Profiles, name: string): Effect.Effect<ProfileSettings, BadSettings> =>
  Effect.flatMap(validateName(name), () => {
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined
    if (found !== undefined) return Effect.succeed(found)
    const names = Object.keys(profiles)
    const known =
      didYouMean(name, names) ||
      (names.length === 0 ? " There are no profiles yet." : ` Profiles are ${names.join(", ")}.`)
    return new BadSettings({
      message: `There is no profile ${name} in ${path()}.${known} To create one, run remote-assist profiles set`
    })
  })
