import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { complete } from "../library/Options.ts"
import { applying } from "../world/seed/applying.ts"
import { decode, UnusableWorld } from "../world/seed/decode.ts"

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

/** Reads a file that describes a world. */
export const read = Effect.fnUntraced(function* (file: string) {
  const source = `${file} as --seed`
  const text = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(file)).pipe(
    Effect.mapError(({ reason }) => new UnusableWorld({ source, reason: `it cannot be read (${reason._tag})` }))
  )
  const value = yield* Effect.fromResult(
    Result.mapError(parse(text), () => new UnusableWorld({ source, reason: "it is not JSON" }))
  )
  const world = yield* Effect.fromResult(decode(value, source))
  const now = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(applying(world, source, complete({ world }), now))
  return world
})
