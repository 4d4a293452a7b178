import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { complete } from "../library/Options.ts"
import { applying } from "../world/seed/applyWorldFile.ts"
import { UnusableWorld, decode } from "../world/seed/WorldFile.ts"
import { readFile } from "./InvalidFile.ts"

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

const isList = (value: Schema.Json) => Array.isArray(value) || Predicate.hasProperty(value, "entries")

const madeOf = (file: string) => `make a world file of it by remote-assist-mock import ${file} --out world.json`

export const read = Effect.fnUntraced(function* (file: string) {
  const source = `${file} as --seed`
  const text = yield* Effect.mapError(readFile(file, "--seed"), ({ reason }) => new UnusableWorld({ source, reason }))
  const value = yield* Effect.fromResult(
    Result.mapError(parse(text), () => new UnusableWorld({ source, reason: "it is not JSON" }))
  )
  if (isList(value)) return yield* new UnusableWorld({ source, reason: `it lists entries; ${madeOf(file)}` })
  const world = yield* Effect.fromResult(decode(value, source))
  const now = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(applying(world, source, complete({ world }), now))
  return world
})
