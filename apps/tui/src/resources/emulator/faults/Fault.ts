import * as Schema from "effect/Schema"

const Parts = Schema.Record(Schema.String, Schema.Json)

/** A fault as the control plane takes and shows it. What this program does not know of one it hands on. */
export const Fault = Schema.Struct({
  operations: Schema.Array(Schema.String),
  region: Schema.optionalKey(Schema.String),
  caller: Schema.optionalKey(Schema.Json),
  where: Schema.optionalKey(Parts),
  when: Schema.optionalKey(Parts),
  latency: Schema.optionalKey(Parts),
  /** One effect, or several that take turns. */
  does: Schema.optionalKey(Schema.Union([Schema.Array(Parts), Parts])),
  afterLast: Schema.optionalKey(Schema.String),
  after: Schema.optionalKey(Schema.Boolean),
  ttl: Schema.optionalKey(Schema.String)
})
export type Fault = typeof Fault.Type

/** A fault that is on, and what came of it. */
export const FaultEntry = Schema.Struct({
  id: Schema.String,
  fault: Fault,
  matches: Schema.Int,
  hits: Schema.Int,
  /** How many hits are to come, where that is known. */
  remaining: Schema.optionalKey(Schema.Int),
  until: Schema.optionalKey(Schema.String)
})
export type FaultEntry = typeof FaultEntry.Type
