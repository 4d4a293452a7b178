import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { State as TenantState } from "../tenants/History.ts"
import { TenantName } from "../tenants/TenantName.ts"
import type { World as Stored } from "../world/model/World.ts"
import { State, Version, version, World } from "./Codec.ts"
import { UnusableState } from "./StateErrors.ts"
import { whyRefused } from "./whyRefused.ts"

/** What a state file holds. */
const Content = Schema.fromJsonString(Schema.Struct({ version: Version, tenants: Schema.Record(TenantName, State) }))

const decode = Schema.decodeUnknownResult(Content)

const encoders = {
  us: Schema.encodeSync(Schema.fromJsonString(World("us"))),
  eu: Schema.encodeSync(Schema.fromJsonString(World("eu")))
}

/** Writes the text of a file that keeps the state of some tenants, by their names. */
export type Encode = (states: Iterable<readonly [name: string, state: TenantState]>) => string

/** An {@link Encode} that encodes only the worlds that the text before did not have. */
export const encoder = (): Encode => {
  let last = new Map<Stored, string>()
  return (states) => {
    // no text of older worlds: a history keeps these alive, and each text is as long as all changes since the seed
    const texts = new Map<Stored, string>()
    const textOf = (world: Stored) => {
      const text = texts.get(world) ?? last.get(world) ?? encoders[world.settings.region](world)
      texts.set(world, text)
      return text
    }
    const tenants = Array.from(
      states,
      ([name, { eu, pace, us }]) =>
        `\n${JSON.stringify(name)}:{"pace":${JSON.stringify(pace ?? null)},"us":${textOf(us)},"eu":${textOf(eu)}}`
    )
    last = texts
    return `{"version":${version},"tenants":{${tenants.join(",")}}}\n`
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 500)

/** The text of a file, with the states that it keeps by the names of the tenants; nothing when there is no file yet. */
export const read = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(file).pipe(
    Effect.asSome,
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
    Effect.mapError((error) => new UnusableState({ file, reason: `it cannot be read (${whyRefused(error)})` }))
  )
  if (Option.isNone(text)) return undefined
  const content = yield* Effect.fromResult(
    Result.mapError(
      decode(text.value),
      ({ message }) => new UnusableState({ file, reason: `it holds no state of an emulator (${oneLine(message)})` })
    )
  )
  const states = Object.entries(content.tenants).map(([name, { eu, pace, us }]): readonly [string, TenantState] => [
    name,
    { us, eu, pace: pace ?? undefined }
  ])
  return { text: text.value, states: new Map(states) }
})
