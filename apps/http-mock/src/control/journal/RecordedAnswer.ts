import * as Schema from "effect/Schema"

export const Headers = Schema.Record(Schema.String, Schema.String)

/** Bytes as text, or as Base64 where they are no UTF-8. */
export const Content = Schema.Struct({ text: Schema.String, encoding: Schema.optionalKey(Schema.Literal("base64")) })

/** An answer, byte by byte. */
export const RecordedAnswer = Schema.Struct({ status: Schema.Int, headers: Headers, body: Content })
export type RecordedAnswer = typeof RecordedAnswer.Type
