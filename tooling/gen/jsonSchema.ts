import * as Predicate from "effect/Predicate"

import { code } from "./markdown.ts"

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json => Predicate.isObject(value)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const nameOf = (ref: unknown) => String(ref).split("/").at(-1) ?? ""

/** A field of an object. */
export interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
  readonly schema: unknown
}

/** Formats a name of a field, with `?` if the field is optional. */
export const fieldName = ({ isRequired, name }: Pick<Field, "isRequired" | "name">) =>
  code(isRequired ? name : `${name}?`)

/** Formats the limits of a JSON schema. */
export const limits = (schema: unknown): string => {
  const { maximum, maxLength, minimum, minLength }: Json = isJson(schema) ? schema : {}
  return [
    ...(minimum === undefined ? [] : [`at least ${JSON.stringify(minimum)}`]),
    ...(maximum === undefined ? [] : [`at most ${JSON.stringify(maximum)}`]),
    ...(minLength === undefined ? [] : ["not empty"]),
    ...(maxLength === undefined ? [] : [`at most ${JSON.stringify(maxLength)} characters`])
  ].join(", ")
}

/** Reads JSON schemas that refer to named ones; `link` formats such a name. */
export const reader = (schemas: Readonly<Record<string, unknown>>, link: (name: string) => string = (name) => name) => {
  /** Follows a reference to a named schema. */
  const resolve = (schema: unknown): Json => {
    if (!isJson(schema)) return {}
    return schema["$ref"] === undefined ? schema : resolve(schemas[nameOf(schema["$ref"])])
  }

  /** Formats the type of a schema. */
  const type = (schema: unknown): string => {
    if (!isJson(schema)) return "any"
    const { $ref, anyOf, enum: values, items, oneOf, type: kind } = schema
    if ($ref !== undefined) {
      const target = resolve(schema)
      return isJson(target["properties"]) || target["anyOf"] !== undefined ? link(nameOf($ref)) : type(target)
    }
    if (values !== undefined)
      return list(values)
        .map((value) => JSON.stringify(value))
        .join(" or ")
    const union = list(anyOf ?? oneOf)
    if (union.length > 0) return [...new Set(union.map(type))].join(" or ")
    if (kind === "array") return `list of ${type(items)}`
    return typeof kind === "string" ? kind : "any"
  }

  /** The fields of an object; of a union of objects, all of them. */
  const fields = (schema: unknown): ReadonlyArray<Field> => {
    const { anyOf, oneOf, properties, required } = resolve(schema)
    const union = list(anyOf ?? oneOf)
      .map(resolve)
      .filter((member) => member["type"] !== "null")
    if (union.length > 0) {
      const members = union.map(fields)
      return Array.from(
        Map.groupBy(members.flat(), ({ name }) => name),
        ([name, found]) => ({
          name,
          isRequired: found.length === members.length && found.every(({ isRequired }) => isRequired),
          type: [...new Set(found.map(({ type }) => type))].join(" or "),
          schema: found[0]?.schema
        })
      )
    }
    return Object.entries(isJson(properties) ? properties : {}).map(([name, field]) => ({
      name,
      isRequired: list(required).includes(name),
      type: type(field),
      schema: field
    }))
  }

  return { resolve, type, fields }
}
