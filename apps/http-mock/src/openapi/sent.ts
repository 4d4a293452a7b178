import * as Predicate from "effect/Predicate"

import { fieldsOf, isNull } from "./jsonSchema.ts"

// the contract takes null for any field; these are the ones that the emulator sends without a value
const empty = new Set(["original", "thumb"])

const withoutNull = (schema: unknown): unknown => {
  const { anyOf, ...rest } = fieldsOf(schema)
  if (!Array.isArray(anyOf)) return schema
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isNull(one))
  return others.length === 1 ? { ...fieldsOf(others[0]), ...rest } : { ...rest, anyOf: others }
}

const property = ([name, schema]: [string, unknown]) => [name, sent(empty.has(name) ? schema : withoutNull(schema))]

/** The JSON schema of an answer as the emulator sends it: null only where it does. */
export const sent = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(sent)
  if (!Predicate.isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "properties"
        ? [key, Object.fromEntries(Object.entries(fieldsOf(value)).map(property))]
        : [key, sent(value)]
    )
  )
}
