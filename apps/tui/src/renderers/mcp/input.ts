import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { fieldError } from "../../actions/Action.ts"
import type { FormDefinition } from "../../actions/Action.ts"
import type { AnyResource, AnyRow } from "../../resources/Resource.ts"
import { jsonName, withArticle } from "../../resources/Resource.ts"
import { usageError } from "../headless/CommandError.ts"
import { findRow } from "../headless/list.ts"

/** The arguments of a tool. */
export type Arguments = Readonly<Record<string, unknown>>

type Property = Readonly<Record<string, unknown>>

export const toInputSchema = (
  properties: Readonly<Record<string, Property>>,
  required: ReadonlyArray<string> = []
): McpSchema.ToolJson => ({ type: "object", properties, required, additionalProperties: false })

/** The argument that names a row. Numbers are accepted too, but not every host supports a schema with two types. */
export const targetProperty = (resource: AnyResource): Readonly<Record<string, Property>> =>
  resource.isSingle === true
    ? {}
    : { [jsonName(resource)]: { type: "string", description: `Its ${resource.namedBy}; the id is unambiguous` } }

/** Finds the row that {@link targetProperty} names. */
export const findTarget = Effect.fnUntraced(function* (resource: AnyResource, args: Arguments) {
  const name = jsonName(resource)
  const value = resource.isSingle === true ? resource.name : args[name]
  const text = Predicate.isNumber(value) ? String(value) : Predicate.isString(value) ? value.trim() : ""
  if (text === "") return yield* usageError(`Give ${name}, the ${resource.namedBy} of ${withArticle(resource)}.`)
  return yield* findRow(resource, text)
})

type AnyForm = FormDefinition<AnyRow>

const openFields = ({ fields }: AnyForm) => Object.entries(fields).filter(([, { isSecret = false }]) => !isSecret)

/** Whether a form requires a secret, which no tool takes. */
export const requiresSecret = ({ fields }: AnyForm): boolean =>
  Object.values(fields).some(({ isRequired = false, isSecret = false }) => isRequired && isSecret)

/** The fields of a form, from its schema. */
export const fieldProperties = (form: AnyForm): Readonly<Record<string, Property>> => {
  const { properties } = Schema.toJsonSchemaDocument(form.form, { referencePolicy: () => undefined }).schema
  const known: Readonly<Record<string, unknown>> = Predicate.isReadonlyObject(properties) ? properties : {}
  return Object.fromEntries(
    openFields(form).map(([name, { help: description, limit }]) => {
      const property = known[name]
      const schema = Predicate.isReadonlyObject(property) ? property : {}
      return [name, { ...schema, ...(limit === undefined ? {} : { maxLength: limit }), description }]
    })
  )
}

export const requiredFields = (form: AnyForm): ReadonlyArray<string> =>
  openFields(form).flatMap(([name, { isRequired = false }]) => (isRequired ? [name] : []))

/** Returns the values of a form's fields; fails if one is invalid. */
export const readValues = Effect.fnUntraced(function* (form: AnyForm, args: Arguments) {
  const fields = openFields(form)
  for (const [name, field] of fields) {
    const error = fieldError(field, args[name])
    if (error !== undefined) return yield* usageError(`Nothing was done: ${name} ${error}.`)
  }
  return Object.fromEntries(fields.flatMap(([name]) => (args[name] === undefined ? [] : [[name, args[name]] as const])))
})

/** Fails if an argument is unknown or missing: models make up arguments. */
export const checkArguments = Effect.fnUntraced(function* (input: McpSchema.ToolJson, args: Arguments) {
  const names = Object.keys(input.properties ?? {})
  const unknown = Object.keys(args).find((name) => !names.includes(name))
  const takes = names.length === 0 ? "The tool takes no arguments" : `The tool takes ${names.join(", ")}`
  if (unknown !== undefined)
    return yield* usageError(`Nothing was done: unknown argument ${JSON.stringify(unknown.slice(0, 80))}. ${takes}.`)
  const missing = (input.required ?? []).filter((name) => args[name] === undefined || args[name] === "")
  if (missing.length > 0) return yield* usageError(`Nothing was done: missing ${missing.join(" and ")}. ${takes}.`)
})
