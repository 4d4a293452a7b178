import * as Schema from "effect/Schema"

import { Path } from "../bending/Bending.ts"

const Text = Schema.String.check(Schema.isMaxLength(10_000))

const Scalar = Schema.Union([Text, Schema.Finite, Schema.Boolean, Schema.Null])

/** What is asked of a value: a plain one stands for `equals`. */
export const Condition = Schema.Union([
  Scalar,
  Schema.Struct({ equals: Schema.Json }),
  Schema.Struct({ contains: Text }),
  Schema.Struct({ matches: Schema.String.check(Schema.isMaxLength(500)) }),
  Schema.Struct({ absent: Schema.Boolean })
]).annotate({ expected: "a value, or one of equals, contains, matches and absent" })
export type Condition = typeof Condition.Type

const byName = (name: typeof Schema.String) =>
  Schema.optionalKey(
    Schema.Record(name, Condition).check(
      Schema.makeFilter((conditions) => Object.keys(conditions).length <= 50, { expected: "50 conditions at most" })
    )
  )

/** Which requests: those that each condition holds for. */
export const Where = Schema.Struct({
  headers: byName(Schema.String),
  query: byName(Schema.String),
  /** Of the path, by the names of the contract, such as `user_id`. */
  params: byName(Schema.String),
  /** Values of the JSON body, by JSON Pointer or JSONPath; of several values, one that fits is enough. */
  body: byName(Path)
})
export type Where = typeof Where.Type

/** Whose user token a request carries: an id, a username, an e-mail address, a subject, or `anonymous`. */
export const Caller = Schema.Union([Schema.NonEmptyString.check(Schema.isMaxLength(300)), Schema.Int])
export type Caller = typeof Caller.Type
