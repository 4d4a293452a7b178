import { PodId } from "@remote-assist/core/Pods"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { fields } from "./fields.ts"
import type { Field, Newcomer } from "./fields.ts"
import type { GeneratedRow } from "./GeneratedRow.ts"

interface ToSchema extends Struct.Lambda {
  <Value>(field: Field<Value>): Schema.Codec<Value, unknown>
  readonly "~lambda.out": this["~lambda.in"] extends Field<infer Value> ? Schema.Codec<Value, unknown> : never
}

interface ToValue extends Struct.Lambda {
  <Value>(field: Field<Value>): Value
  readonly "~lambda.out": this["~lambda.in"] extends Field<infer Value> ? Value : never
}

/** An entry of the user administration with every field set. */
export const Entry = Schema.Struct(
  Struct.map(
    fields,
    Struct.lambda<ToSchema>(({ schema }) => schema)
  )
)
export type Entry = typeof Entry.Type

export const User = Schema.Struct({
  entry: Entry,
  pods: Schema.Array(PodId),
  password: Schema.optionalKey(Schema.String),
  /** An e-mail address that waits for its confirmation. */
  newEmail: Schema.optionalKey(Schema.Struct({ address: Schema.String, token: Schema.String })),
  /** The line of history that they were created in; unset for the first. */
  line: Schema.optionalKey(Schema.String),
  /** How often they were deactivated; unset for never. */
  deactivations: Schema.optionalKey(Schema.Int),
  /** The line of history that they were last deactivated in; unset for the first. */
  deactivatedIn: Schema.optionalKey(Schema.String),
  personalRoom: Schema.optionalKey(Schema.Struct({ session: Schema.String, url: Schema.String }))
})
export type User = typeof User.Type

export const createdEntry = (newcomer: Newcomer): Entry =>
  Struct.map(
    fields,
    Struct.lambda<ToValue>(({ created }) => created(newcomer))
  )

export const generatedEntry = (row: GeneratedRow): Entry =>
  Struct.map(
    fields,
    Struct.lambda<ToValue>(({ generated }) => generated(row))
  )
