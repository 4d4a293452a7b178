import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { undescribed } from "./internal/answers.ts"
import { redact, revealAll } from "./internal/secrets/names.ts"

/**
 * An answer whose body the interface does not show: `entry` if the body is a resource, and the body as received (`null` if
 * empty, a string if not JSON). Texts in `body` that may be secret, such as a user's token, are `Redacted`, and so is a body of
 * more than 20,000 characters.
 */
export interface RawResponse<Entry> {
  readonly entry: Option.Option<Entry>
  readonly body: unknown
}

/** Makes the answers of an endpoint as a {@link RawResponse}: 200 with any body, or 204. */
export const RawResponse = <A, I>(resource: Schema.Codec<A, I>) => {
  const decodeEntry = Schema.decodeUnknownOption(resource)
  const response = Schema.declare((value): value is RawResponse<A> => Predicate.hasProperty(value, "body"))
  const fromBody = SchemaTransformation.transform<RawResponse<A>, unknown>({
    decode: (body) => ({ entry: decodeEntry(body), body: redact(body) }),
    encode: ({ body }) => revealAll(body)
  })
  const withoutBody = SchemaTransformation.transform<RawResponse<A>, void>({
    decode: () => ({ entry: Option.none(), body: null }),
    encode: () => undefined
  })
  const annotation = undescribed({
    entry: resource,
    // calls of the SDK use `answer`, with the resource that they decoded; `fromBody` is for programs that use the schema alone
    answer: (body, entry) => ({
      entry: Option.map(Option.fromUndefinedOr(entry), ({ decoded }) => decoded),
      body: redact(body)
    })
  })
  return {
    200: [Schema.Unknown.pipe(Schema.decodeTo(response, fromBody)).annotate(annotation)],
    204: [Schema.Void.pipe(Schema.decodeTo(response, withoutBody))]
  } as const
}
