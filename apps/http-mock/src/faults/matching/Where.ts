import * as Schema from "effect/Schema"

import { oneForm } from "../../world/oneForm.ts"
import { byPath } from "../bending/Bending.ts"

const Text = Schema.String.check(Schema.isMaxLength(10_000))

const Scalar = Schema.Union([Text, Schema.Finite, Schema.Boolean, Schema.Null])

/** What is asked of a value: a plain one stands for `equals`. */
export const Condition = oneForm("a value, or one of equals, contains, matches and absent", [
  Scalar,
  Schema.Struct({ equals: Schema.Json }),
  Schema.Struct({ contains: Text }),
  Schema.Struct({ matches: Schema.String.check(Schema.isMaxLength(500)) }),
  Schema.Struct({ absent: Schema.Boolean })
])
export type Condition = typeof Condition.Type

const few = Schema.makeFilter((conditions: Readonly<Record<string, unknown>>) => Object.keys(conditions).length <= 50, {
  expected: "50 conditions at most"
})

const byName = Schema.optionalKey(Schema.Record(Schema.String, Condition).check(few))

/** Which requests: those that each condition holds for. */
export const Where = Schema.Struct({
  headers: byName,
  query: byName,
  /** Of the path, by the names of the contract, such as `user_id`. */
  params: byName,
  /** Values of the JSON body, by JSON Pointer or JSONPath; of several values, one that fits is enough. */
  body: Schema.optionalKey(byPath(Condition).check(few))
})
export type Where = typeof Where.Type

/** Whose user token a request carries: an id, a username, an e-mail address, a subject, or `anonymous`. */
export const Caller = Schema.Union([Schema.NonEmptyString.check(Schema.isMaxLength(300)), Schema.Int])
export type Caller = typeof Caller.Type
