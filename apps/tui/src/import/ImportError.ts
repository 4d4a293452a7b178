import * as Schema from "effect/Schema"

/** The file or its results cannot be used. */
export class ImportError extends Schema.TaggedError<ImportError>()("ImportError", { message: Schema.String }) {}
