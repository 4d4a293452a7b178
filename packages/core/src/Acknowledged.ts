import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/**
 * An answer whose body the interface does not show: `entry` when the body is one, and the body as it came
 * (`undefined` when empty).
 */
export interface Acknowledged<Entry> {
  readonly entry: Option.Option<Entry>
  readonly body: unknown
}

/** Schemas for {@link Acknowledged} answers: JSON of any shape, plain text, nothing, or 204. */
export const Acknowledged = <A, I>(entry: Schema.Codec<A, I>) => {
  const decodeEntry = Schema.decodeUnknownOption(entry)
  const acknowledged = Schema.declare((value): value is Acknowledged<A> => Predicate.hasProperty(value, "body"))
  const fromBody = SchemaTransformation.transform<Acknowledged<A>, unknown>({
    decode: (body) => ({ entry: decodeEntry(body), body }),
    encode: ({ body }) => body
  })
  const nothing = SchemaTransformation.transform<Acknowledged<A>, void>({
    decode: () => ({ entry: Option.none(), body: undefined }),
    encode: () => undefined
  })
  return [
    Schema.Unknown.pipe(Schema.decodeTo(acknowledged, fromBody)),
    Schema.String.pipe(
      Schema.decodeTo(
        acknowledged,
        SchemaTransformation.transform<Acknowledged<A>, string>({
          decode: (body) => ({ entry: Option.none(), body }),
          encode: ({ body }) => String(body)
        })
      ),
      HttpApiSchema.asText()
    ),
    HttpApiSchema.Empty(200).pipe(Schema.decodeTo(acknowledged, nothing), HttpApiSchema.status(200)),
    HttpApiSchema.NoContent.pipe(Schema.decodeTo(acknowledged, nothing), HttpApiSchema.status(204))
  ] as const
}
