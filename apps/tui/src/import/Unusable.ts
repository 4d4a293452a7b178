import * as Schema from "effect/Schema"

/** Why nothing can be imported: of the file, its columns, or the results; nothing was sent. */
export class Unusable extends Schema.TaggedError<Unusable>()("Unusable", {
  message: Schema.String,
  /** Whether telling which columns are which may help. */
  isOfColumns: Schema.optionalKey(Schema.Boolean)
}) {}
