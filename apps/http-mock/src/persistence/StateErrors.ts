import * as Schema from "effect/Schema"

/** The state file cannot be read or written, or is not a state. */
export class UnusableState extends Schema.TaggedError<UnusableState>()("UnusableState", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot use ${this.file} as a state file: ${this.reason}.`
  }
}

const outlooks = {
  retried: " The next change that can be written includes this one.",
  lost: " This emulator no longer writes there: end it, and start it again with this file or another.",
  ended: ""
}

/** A change was made, but it cannot be written to the state file. */
export class UnsavedChange extends Schema.TaggedError<UnsavedChange>()("UnsavedChange", {
  file: Schema.String,
  reason: Schema.String,
  outlook: Schema.Literals(["retried", "lost", "ended"])
}) {
  override get message() {
    return `The change is made, but not kept: ${this.file} cannot be written, as ${this.reason}.${outlooks[this.outlook]}`
  }
}
