import * as Schema from "effect/Schema"

const bounds = { minimum: Schema.Int, maximum: Schema.optionalKey(Schema.Int) }

/** What a gap takes, as data: programs that try its choices read this, people its words. */
export const Takes = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("one of"), options: Schema.Array(Schema.Union([Schema.String, Schema.Int])) }),
  Schema.Struct({ kind: Schema.Literal("whole number"), ...bounds }),
  /** A whole number of seconds, or `unlimited`. */
  Schema.Struct({ kind: Schema.Literal("lifetime"), ...bounds }),
  Schema.Struct({ kind: Schema.Literal("text") }),
  /** Texts with commas between them. */
  Schema.Struct({ kind: Schema.Literal("texts") }),
  /** JSON of the form of its first choice, unless that is `{}`. */
  Schema.Struct({ kind: Schema.Literal("JSON") })
]).annotate({ identifier: "GapTakes" })
export type Takes = typeof Takes.Type
