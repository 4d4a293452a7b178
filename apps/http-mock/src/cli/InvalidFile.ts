import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"

/** A file of a flag that cannot be read, or does not hold what the flag needs. */
export class InvalidFile extends Schema.TaggedError<InvalidFile>()("InvalidFile", {
  file: Schema.String,
  flag: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.file} as ${this.flag}: ${this.reason}.`
  }
}

/** The text of the file of a flag. */
export const readFile = (file: string, flag: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(file)).pipe(
    Effect.mapError(({ reason }) => new InvalidFile({ file, flag, reason: `it cannot be read (${reason._tag})` }))
  )
