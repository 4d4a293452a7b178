import * as Schema from "effect/Schema"

/** A folder that cannot be recorded to. */
export class UnusableFolder extends Schema.TaggedError<UnusableFolder>()("UnusableFolder", {
  folder: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot record to ${this.folder}: ${this.reason}. Give a new folder, or an empty one.`
  }
}
