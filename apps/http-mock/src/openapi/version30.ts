import * as Predicate from "effect/Predicate"

import { fieldsOf, isNull } from "./jsonSchema.ts"

/** A part of a document of version 3.1 as version 3.0 has it, where null is no type but allowed beside one. */
const part = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(part)
  if (!Predicate.isObject(value)) return value
  const fields = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, part(field)]))
  const { anyOf, ...rest } = fields
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return fields
  const others: ReadonlyArray<unknown> = anyOf.filter((one) => !isNull(one))
  const [only] = others
  return others.length === 1 && !("$ref" in fieldsOf(only))
    ? { ...fieldsOf(only), ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true }
}

/** A document of version 3.1 in the form of version 3.0.3, for generators that stop there. */
export const version30 = ({
  info,
  ...document
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  // the identifier of a license came with 3.1
  const { license, ...about } = fieldsOf(info)
  const { name } = fieldsOf(license)
  return { ...fieldsOf(part(document)), openapi: "3.0.3", info: { ...about, license: { name } } }
}
