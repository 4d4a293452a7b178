import * as Schema from "effect/Schema"

/** A failed command, with its message. */
export class CommandError extends Schema.TaggedError<CommandError>()("CommandError", { message: Schema.String }) {}
