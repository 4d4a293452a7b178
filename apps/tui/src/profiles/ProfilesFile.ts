import { join } from "node:path"

import { BadSettings } from "@remote-assist/cli/Settings"
import { Region } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import * as PrivateFile from "./PrivateFile.ts"
import { configFolder } from "./PrivateFile.ts"

// it names files
const form = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i

const ofDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Fails for what cannot name a profile. */
export const validateName = (name: string): Effect.Effect<string, BadSettings> =>
  form.test(name) && !ofDevice.test(name)
    ? Effect.succeed(name)
    : Effect.fail(
        new BadSettings({
          message:
            `${name === "" ? "An empty text" : JSON.stringify(name.slice(0, 80))} is no name for a profile. ` +
            "Use up to 64 letters, digits, points, hyphens and underscores, with a letter or digit at both ends, as in live-eu"
        })
      )

/** How a region of the service is reached, and as whom; nothing of it is secret. */
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

/** All profiles by their names, and which one is meant unless one is named. */
const Profiles = Schema.Struct({
  default: Schema.optionalKey(Schema.String),
  profiles: Schema.Record(Schema.String, ProfileSettings)
})
export type Profiles = typeof Profiles.Type

const none: Profiles = { profiles: {} }

const decode = Schema.decodeEffect(Schema.fromJsonString(Profiles), { onExcessProperty: "error" })

const encode = Schema.encodeEffect(Profiles)

export const path = (): string => join(configFolder(), "profiles.json")

// what stands at a wrong place may be secret
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "UnexpectedKey"
      ? `there is no such field; fields are ${Object.keys(ProfileSettings.fields).join(", ")}, and secrets are kept elsewhere`
      : SchemaIssue.defaultLeafHook(issue)
})

const broken = ({ issue }: Schema.SchemaError) => {
  const [first] = issuesOf(issue).issues
  const place = (first?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  const why = place === "" ? 'it is not JSON of the form {"profiles": {}}' : `${place}: ${first?.message ?? ""}`
  return new BadSettings({
    message: `The profiles in ${path()} cannot be used, ${why.replace(": Expected", ": expected")}. Correct the file, or remove it`
  })
}

export const read = Effect.gen(function* () {
  const text = yield* PrivateFile.read(path())
  if (Option.isNone(text)) return none
  const profiles = yield* Effect.mapError(decode(text.value), broken)
  yield* Effect.forEach(Object.keys(profiles.profiles), validateName)
  return profiles
})

/** Changes the profiles as they are by then; none is lost to another process that does so too. */
export const change = <A, E>(to: (now: Profiles) => Effect.Effect<readonly [Profiles, A], E>) =>
  PrivateFile.change(
    path(),
    Effect.gen(function* () {
      const [next, result] = yield* to(yield* read)
      const content = yield* Effect.orDie(encode(next))
      return [`${JSON.stringify(content, undefined, 2)}\n`, result] as const
    })
  )

/** The profile of a name; one that is not there is told with those that are. */
export const find = ({ profiles }: Profiles, name: string): Effect.Effect<ProfileSettings, BadSettings> =>
  Effect.flatMap(validateName(name), () => {
    const found = Object.hasOwn(profiles, name) ? profiles[name] : undefined
    if (found !== undefined) return Effect.succeed(found)
    const others = Object.keys(profiles)
    const known = others.length === 0 ? "There is none yet" : `It has ${others.join(", ")}`
    return new BadSettings({
      message: `There is no profile ${name} in ${path()}. ${known}; make it with remote-assist profiles set ${name}`
    })
  })
