import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { secretText, undescribed } from "./internal/answers.ts"
import { redactPart, revealAll } from "./internal/secrets/names.ts"

/**
 * Makes the class of a resource or an input, so that editors show its name; `identifier` is its name in documents:
 * `class Pod extends Wire.Struct<Pod>("pod")({ id: PodId }) {}`.
 */
export const Struct =
  <Self>(identifier?: string) =>
  <const Fields extends Schema.Struct.Fields>(fields: Fields) => {
    const struct = Schema.Struct(fields)
    return Schema.Opaque<Self>()(identifier === undefined ? struct : struct.annotate({ identifier }))
  }

// its text is checked when it is encoded
const isRedacted = (value: unknown): value is Redacted.Redacted => Redacted.isRedacted(value)

// Schema.RedactedFromValue makes each value twice, which is most of the cost of a page of users
const RedactedText = Schema.declare(isRedacted, {
  ...secretText,
  expected: "Redacted",
  toCodecJson: () =>
    Schema.link<Redacted.Redacted>()(
      Schema.String,
      SchemaTransformation.transform({ decode: (text) => Redacted.make(text), encode: Redacted.value })
    )
})

/** A secret in a body or query: a text on the wire, `Redacted` in the program. */
export const Secret = Schema.String.pipe(
  Schema.decodeTo(
    RedactedText,
    SchemaTransformation.transform({ decode: (text: string) => Redacted.make(text), encode: Redacted.value })
  )
)

/** A field that may be absent or null. */
export const maybe = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** A text that may be absent or null. */
export const Text = maybe(Schema.String)

/** A flag that may be absent or null. */
export const Flag = maybe(Schema.Boolean)

/** An integer that may be absent or null. */
export const Integer = maybe(Schema.Int)

/** Date-time in ISO 8601, UTC, with microseconds; `""`, null or absent if unset. */
export const Moment = Text

/** An id that is an integer in some answers and a string in others. */
export const AnyId = maybe(Schema.Union([Schema.Int, Schema.String]))

/** A picture: an address, or the addresses of its sizes. */
export const Avatar = maybe(
  Schema.Union([
    Schema.String,
    Schema.Struct({
      /** Address of the original picture. */
      original: Text,
      /** Address of the thumbnail. */
      thumb: Text,
      /** When it was uploaded. */
      timestamp: Moment,
      /** Address of the picture. */
      url: Text
    })
  ])
)

/** A list of undescribed objects, which may be absent or null; secrets in them are `Redacted`. */
export const Objects = maybe(
  Schema.Array(
    Schema.Unknown.pipe(
      Schema.decodeTo(Schema.Unknown, SchemaTransformation.transform({ decode: redactPart, encode: revealAll }))
    )
  )
)

/** Path parameter for a resource; dot segments, which a URL would resolve, and lone surrogates are invalid. */
export const PathSegment = Schema.String.check(
  Schema.isNonEmpty({ expected: "a text that is not empty" }),
  Schema.isPattern(/^(?!\.{1,2}$)(?:[^\uD800-\uDFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/, {
    expected: "an id of whole characters that is not a dot segment"
  })
)

const ignored = Schema.Unknown.pipe(
  Schema.decodeTo(
    Schema.Void,
    SchemaTransformation.transform<void, unknown>({ decode: () => undefined, encode: () => null })
  )
)

/** Schemas for an answer without a body; a body is ignored unless it is an error object. */
export const EmptyBody = {
  200: [Schema.Void.annotate(undescribed({ answer: () => undefined })), ignored],
  204: [Schema.Void]
} as const
