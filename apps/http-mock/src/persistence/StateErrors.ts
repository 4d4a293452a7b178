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

const outlook = {
  retried: " The next change that can be written keeps this one too.",
  lost: " This emulator writes nothing there any more: end it, and start it again with this file or another.",
  ended: ""
}

/** A change that was made, and could not be written to the file of the state; and what becomes of it. */
export class UnsavedChange extends Schema.TaggedError<UnsavedChange>()("UnsavedChange", {
  file: Schema.String,
  reason: Schema.String,
  outlook: Schema.Literals(["retried", "lost", "ended"])
}) {
  override get message() {
    return `The change is made, but not kept: ${this.file} cannot be written (${this.reason}).${outlook[this.outlook]}`
  }
}
