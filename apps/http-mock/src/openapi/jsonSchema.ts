import * as Predicate from "effect/Predicate"

import { nameOf } from "./bodies.ts"

const place = "#/components/schemas/"

export interface Reference {
  readonly $ref: string
}

export const reference = (name: string): Reference => ({ $ref: `${place}${name}` })

// decoding passes over unknown fields, and the bounds are those of numbers in JavaScript
const isNoise = (key: string, value: unknown) =>
  (key === "additionalProperties" && value === false) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

const tidyField = ([key, value]: [string, unknown]): [string, unknown] =>
  key === "$ref" && typeof value === "string"
    ? [key, `${place}${nameOf(value.slice(place.length))}`]
    : [key, tidy(value)]

// an array of anything says so; generators ask for it
const withItems = (fields: Readonly<Record<string, unknown>>) =>
  fields["type"] === "array" && !("items" in fields) ? { ...fields, items: {} } : fields

/** A JSON schema as Effect makes it, without what is not so on the wire, and with the names of the document. */
export const tidy = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(tidy)
  if (!Predicate.isObject(schema)) return schema
  return withItems(
    Object.fromEntries(
      Object.entries(schema)
        .filter(([key, value]) => !isNoise(key, value))
        .map(tidyField)
    )
  )
}

export const isNull = (schema: unknown): boolean => fieldsOf(schema)["type"] === "null"

export const fieldsOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isObject(schema) ? Object.fromEntries(Object.entries(schema)) : {}

/** The names of the schemas that a schema is, or is one of. */
export const namesIn = (schema: unknown): ReadonlyArray<string> => {
  const { $ref, anyOf } = fieldsOf(schema)
  if (typeof $ref === "string") return [nameOf($ref.slice(place.length))]
  return Array.isArray(anyOf) ? [...new Set(anyOf.flatMap(namesIn))] : []
}
