import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { TenantName } from "../tenants/TenantName.ts"
import { formatSchemaError } from "../world/json.ts"
import type { World as WorldType } from "../world/model/World.ts"
import { Ended, Pace, State, Version, version, World } from "./Codec.ts"
import type { StoredState } from "./Codec.ts"
import { describeFailure } from "./files.ts"
import { UnusableState } from "./StateErrors.ts"

const Content = Schema.fromJsonString(
  Schema.Struct({
    version: Version,
    tenants: Schema.Record(TenantName, State),
    // absent in older files
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

/** Makes an encoder of state files. It encodes only the worlds that the last file did not have. */
export const makeEncoder = (): ((state: StoredState) => string) => {
  let last = new Map<WorldType, string>()
  return (state) => {
    // not the texts of older worlds: the history keeps these alive, and each text is as long as its world
    const texts = new Map<WorldType, string>()
    const encodeWorld = (world: WorldType) => {
      const text = texts.get(world) ?? last.get(world) ?? encoders[world.settings.region](world)
      texts.set(world, text)
      return text
    }
    const tenants = Array.from(
      state.tenants,
      ([name, { eu, pace, us }]) =>
        `\n${JSON.stringify(name)}:{"pace":${encodePace(pace)},"us":${encodeWorld(us)},"eu":${encodeWorld(eu)}}`
    )
    last = texts
    const ended = state.ended.size === 0 ? "" : `,"ended":${encodeEnded([...state.ended])}`
    return `{"version":${version},"tenants":{${tenants.join(",")}}${ended}}\n`
  }
}

/** Reads a state file and its text, or returns `undefined` if there is no file. */
export const read = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(file).pipe(
    Effect.asSome,
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
    Effect.mapError((error) => new UnusableState({ file, reason: `it cannot be read, as ${describeFailure(error)}` }))
  )
  if (Option.isNone(text)) return undefined
  const { ended = [], tenants } = yield* Effect.fromResult(
    Result.mapError(
      decode(text.value),
      (error) =>
        new UnusableState({
          file,
          reason:
            text.value.trim() === ""
              ? "it is empty. Delete it, or use another file"
              : `it is not a state of an emulator, as ${formatSchemaError(error).replace(/\. Add it$/, "")}. Use another file`
        })
    )
  )
  const state: StoredState = { tenants: new Map(Object.entries(tenants)), ended: new Map(ended) }
  return { text: text.value, state }
})
