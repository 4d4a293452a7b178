import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import type { FormDefinition } from "../../actions/Action.ts"
import { fieldError } from "../../actions/Action.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import { jsonName, withArticle } from "../../resources/Resource.ts"
import { usage } from "../headless/output.ts"
import { find } from "../headless/request.ts"

/** The arguments of a tool, by the names of its input schema. */
export type Given = Readonly<Record<string, unknown>>

type Property = Readonly<Record<string, unknown>>

export const objectOf = (
  properties: Readonly<Record<string, Property>>,
  required: ReadonlyArray<string> = []
): McpSchema.ToolJson => ({ type: "object", properties, required, additionalProperties: false })

/** The argument that names one of a resource; none if there is only one. A number is taken too, but not every host takes a schema of two types. */
export const target = (resource: AnyResource): Readonly<Record<string, Property>> =>
  resource.isSingle === true
    ? {}
    : { [jsonName(resource)]: { type: "string", description: `Its ${resource.namedBy}; the id is surest` } }

/** The row that {@link target} names, as the service has it now. */
export const rowIn = Effect.fnUntraced(function* (resource: AnyResource, given: Given) {
  const name = jsonName(resource)
  const value = resource.isSingle === true ? resource.name : given[name]
  const text = Predicate.isNumber(value) ? String(value) : Predicate.isString(value) ? value.trim() : ""
  if (text === "") return yield* usage(`Give ${name}, the ${resource.namedBy} of ${withArticle(resource)}.`)
  return yield* find(resource, text)
})

// oxlint-disable-next-line typescript/no-explicit-any -- forms of any resource
type AnyForm = FormDefinition<any>

const open = ({ fields }: AnyForm) => Object.entries(fields).filter(([, { isSecret = false }]) => !isSecret)

/** Whether a form needs no secret, which no tool takes. */
export const needsNoSecret = ({ fields }: AnyForm): boolean =>
  Object.values(fields).every(({ isRequired = false, isSecret = false }) => !(isRequired && isSecret))

/** The fields of a form, from its schema. */
export const fieldsOf = (action: AnyForm): Readonly<Record<string, Property>> => {
  const { properties } = Schema.toJsonSchemaDocument(action.form, { referencePolicy: () => undefined }).schema
  const known: Readonly<Record<string, unknown>> = Predicate.isReadonlyObject(properties) ? properties : {}
  return Object.fromEntries(
    open(action).map(([name, { help: description, limit }]) => {
      const property = known[name]
      const schema = Predicate.isReadonlyObject(property) ? property : {}
      return [name, { ...schema, ...(limit === undefined ? {} : { maxLength: limit }), description }]
    })
  )
}

export const requiredOf = (action: AnyForm): ReadonlyArray<string> =>
  open(action).flatMap(([name, { isRequired = false }]) => (isRequired ? [name] : []))

/** The arguments that are fields of a form; fails if one has a mistake. */
export const valuesOf = Effect.fnUntraced(function* (action: AnyForm, given: Given) {
  for (const [name, field] of open(action)) {
    const mistake = fieldError(field, given[name])
    if (mistake !== undefined) return yield* usage(`Nothing was done: ${name} ${mistake}.`)
  }
  const names = open(action).map(([name]) => name)
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const])))
})

/** Fails if an argument is unknown or lacks: models make up arguments. */
export const checked = Effect.fnUntraced(function* (input: McpSchema.ToolJson, given: Given) {
  const names = Object.keys(input.properties ?? {})
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  const known = names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`
  if (unknown !== undefined)
    return yield* usage(`Nothing was done: there is no argument ${JSON.stringify(unknown.slice(0, 80))}; ${known}.`)
  const lacking = (input.required ?? []).filter((name) => given[name] === undefined || given[name] === "")
  if (lacking.length > 0) return yield* usage(`Nothing was done: ${lacking.join(" and ")} must be given; ${known}.`)
})
