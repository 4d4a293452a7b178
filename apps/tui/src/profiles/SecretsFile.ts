import { join } from "node:path"

import { BadSettings } from "@remote-assist/cli/Settings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as PrivateFile from "./PrivateFile.ts"
import { configFolder } from "./PrivateFile.ts"

export const secretNames = ["apiKey", "password", "personalAccessToken"] as const

/** The secrets of a profile. */
export type Secrets = Readonly<Partial<Record<(typeof secretNames)[number], Redacted.Redacted>>>

interface Target {
  readonly region: string
  readonly baseUrl: string
}

const Text = Schema.optionalKey(Schema.NonEmptyString)

const Content = Schema.fromJsonString(
  Schema.Struct({ region: Text, baseUrl: Text, apiKey: Text, password: Text, personalAccessToken: Text })
)

const decode = Schema.decodeEffect(Content)

/** The path of a profile's secrets. */
export const path = (name: string): string => join(configFolder(), "secrets", `${name}.json`)

/** Reads the secrets of a profile, unless they are for another region or address. Fails if other users can read the file. */
export const read = Effect.fnUntraced(function* (name: string, target: Target) {
  yield* PrivateFile.mustBePrivate(path(name))
  const text = yield* PrivateFile.read(path(name))
  if (Option.isNone(text)) return {}
  const { baseUrl, region, ...found } = yield* Effect.mapError(
    decode(text.value),
    () =>
      new BadSettings({
        message: `The secrets in ${path(name)} are not JSON such as {"apiKey": "..."}. Remove the file, and set them again with remote-assist profiles set ${name}`
      })
  )
  if ((region ?? target.region) !== target.region || (baseUrl ?? target.baseUrl) !== target.baseUrl) return {}
  return Object.fromEntries(Object.entries(found).map(([name, text]) => [name, Redacted.make(text)])) satisfies Secrets
})

/** Stores more secrets of a profile. */
export const add = (name: string, { baseUrl, region }: Target, secrets: Secrets) =>
  PrivateFile.change(
    path(name),
    Effect.map(read(name, { baseUrl, region }), (before: Secrets) => {
      const all = Object.entries({ ...before, ...secrets }).map(([name, secret]) => [name, Redacted.value(secret)])
      const content = { region, baseUrl, ...Object.fromEntries(all) }
      return [`${JSON.stringify(content, undefined, 2)}\n`, undefined] as const
    })
  )

/** Removes the secrets of a profile. */
export const remove = (name: string) => PrivateFile.remove(path(name))
