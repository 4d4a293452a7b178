import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Fields that name the request of a call. */
export const requestLine = {
  /** Method of the request, such as `GET`. */
  method: Schema.String,
  /** Path of the request, without its query. */
  path: Schema.String
}

const unset = Schema.String.pipe(Schema.withConstructorDefault(Effect.succeed("")))

/** As {@link requestLine}, where whoever makes the error need not know the request. */
export const optionalRequestLine = {
  /** Method of the request, such as `GET`. */
  method: unset,
  /** Path of the request, without its query. */
  path: unset
}
