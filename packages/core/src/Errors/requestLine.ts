import * as Schema from "effect/Schema"

/** Fields that name the request of a call. */
export const requestLine = { method: Schema.String, path: Schema.String }
