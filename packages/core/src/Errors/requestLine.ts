import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Fields that name the request of a call. */
export const requestLine = { method: Schema.String, path: Schema.String }

const unset = Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed("")))

/** As {@link requestLine}, where whoever makes the error need not know the request. */
export const optionalRequestLine = { method: unset, path: unset }
