import * as Schema from "effect/Schema"

/** A file that no users or pods can be read from. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  file: Schema.String,
  /** What is wrong, as the rest of a sentence. */
  reason: Schema.String
}) {
  override get message() {
    return `Cannot import ${this.file}: ${this.reason}.`
  }
}
