import * as Schema from "effect/Schema"

/** A file that the state cannot be kept in: it cannot be read, holds no state, or cannot be written. */
export class UnusableState extends Schema.TaggedError<UnusableState>()("UnusableState", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.file} as --state: ${this.reason}.`
  }
}

/** A change that was made, and could not be written to the file of the state. */
export class UnsavedChange extends Schema.TaggedError<UnsavedChange>()("UnsavedChange", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The change is made, but not kept: ${this.file} cannot be written (${this.reason}). The next change that can be written keeps this one too.`
  }
}
