import { text } from "node:stream/consumers"

import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { CallScript } from "../../world/calls/Script.ts"
import { misfitOf } from "../../world/misfit.ts"

/** A file that is no script of a call. */
export class UnusableScript extends Schema.TaggedError<UnusableScript>()("UnusableScript", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.file === "-" ? "the standard input" : this.file} as a script: ${this.reason}.`
  }
}

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

const decode = Schema.decodeUnknownResult(CallScript, { onExcessProperty: "error" })

const textOf = (file: string) =>
  file === "-"
    ? Effect.promise(() => text(process.stdin))
    : Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(file)).pipe(
        Effect.mapError(({ reason }) => new UnusableScript({ file, reason: `it cannot be read (${reason._tag})` }))
      )

/** Reads the script of a call. */
export const read = Effect.fnUntraced(function* (file: string) {
  const unusable = (reason: string) => new UnusableScript({ file, reason })
  const value = yield* Effect.fromResult(Result.mapError(parse(yield* textOf(file)), () => unusable("it is not JSON")))
  return yield* Effect.fromResult(Result.mapError(decode(value), (error) => unusable(misfitOf(error))))
})
