import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { withEnded } from "../tenants/State.ts"
import { TenantName } from "../tenants/TenantName.ts"
import { oneLine } from "../world/json.ts"
import type { World as Stored } from "../world/model/World.ts"
import { Ended, Pace, State, Version, version, World } from "./Codec.ts"
import { whyRefused } from "./files.ts"
import { UnusableState } from "./StateErrors.ts"
import { nothing } from "./statesChange.ts"
import type { Kept } from "./statesChange.ts"

/** What a state file holds. */
const Content = Schema.fromJsonString(
  Schema.Struct({
    version: Version,
    tenants: Schema.Record(TenantName, State),
    // a file from before they were kept has none
    ended: Schema.optionalKey(Ended)
  })
)

const decode = Schema.decodeUnknownResult(Content)

const encoders = {
  us: Schema.encodeSync(Schema.fromJsonString(World("us"))),
  eu: Schema.encodeSync(Schema.fromJsonString(World("eu")))
}

const encodePace = Schema.encodeSync(Schema.fromJsonString(Pace))

const encodeEnded = Schema.encodeSync(Schema.fromJsonString(Ended))

/** Writes the text of a file. */
type Encode = (kept: Kept) => string

/** An {@link Encode} that encodes only the worlds that the text before did not have. */
export const encoder = (): Encode => {
  let last = new Map<Stored, string>()
  return (kept) => {
    // no text of older worlds: a history keeps these alive, and each text is as long as all changes since the seed
    const texts = new Map<Stored, string>()
    const textOf = (world: Stored) => {
      const text = texts.get(world) ?? last.get(world) ?? encoders[world.settings.region](world)
      texts.set(world, text)
      return text
    }
    const tenants = Array.from(
      kept.tenants,
      ([name, { eu, pace, us }]) =>
        `\n${JSON.stringify(name)}:{"pace":${encodePace(pace)},"us":${textOf(us)},"eu":${textOf(eu)}}`
    )
    last = texts
    const ended = kept.ended.size === 0 ? "" : `,"ended":${encodeEnded([...kept.ended])}`
    return `{"version":${version},"tenants":{${tenants.join(",")}}${ended}}\n`
  }
}

/** The text of a file, with what it keeps; nothing when there is no file yet. */
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
      ({ message }) =>
        new UnusableState({ file, reason: `it holds no state of an emulator (${oneLine(message, 500)})` })
    )
  )
  const { ended = [], tenants } = content
  const kept: Kept = { tenants: new Map(Object.entries(tenants)), ended: withEnded(nothing.ended, ended) }
  return { text: text.value, kept }
})
