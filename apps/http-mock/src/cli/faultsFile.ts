import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Fault } from "../faults/Fault.ts"
import { read as readFaults, UnusableFaults } from "../faults/prepare.ts"
import { readFile } from "./InvalidFile.ts"

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

const asGiven = Schema.encodeEffect(Schema.Array(Fault))

export const read = Effect.fnUntraced(function* (file: string) {
  const source = `${file} as --faults`
  const text = yield* readFile(file, "--faults")
  const value = yield* Effect.fromResult(
    Result.mapError(parse(text), () => new UnusableFaults({ source, reason: "it is not JSON" }))
  )
  const prepared = yield* readFaults(value, source)
  return yield* Effect.orDie(asGiven(prepared.map(({ fault }) => fault)))
})
