import type * as McpSchema from "effect/ai/McpSchema"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { mistakeOf } from "../../actions/Fillable.ts"
import type { Filled } from "../../actions/Fillable.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { anyOf, wordOf } from "../../resources/Resource.ts"
import { usage } from "../headless/Stopped.ts"

/** What a tool is given: values of what its input schema has. */
export type Given = Readonly<Record<string, unknown>>

type Property = Readonly<Record<string, unknown>>

/** The schema of what a tool is given. */
export const objectOf = (
  properties: Readonly<Record<string, Property>>,
  required: ReadonlyArray<string> = []
): McpSchema.ToolJson => ({ type: "object", properties, required, additionalProperties: false })

/** One of a resource, by the word for it; nothing where there is just the one. A number is taken as well; two types of one value are not what every model is given. */
export const target = (resource: AnyResource): Readonly<Record<string, Property>> =>
  resource.isSingle === true
    ? {}
    : { [wordOf(resource)]: { type: "string", description: `Its ${resource.namedBy}; the id is surest` } }

/** The name that `target` was given. */
export const targetIn = Effect.fnUntraced(function* (resource: AnyResource, given: Given) {
  if (resource.isSingle === true) return resource.name
  const name = wordOf(resource)
  const value = given[name]
  const text = Predicate.isNumber(value) ? String(value) : Predicate.isString(value) ? value.trim() : ""
  return text === "" ? yield* usage(`Give ${name}, the ${resource.namedBy} of ${anyOf(resource)}.`) : text
})

// oxlint-disable-next-line typescript/no-explicit-any -- forms of any resource
type AnyForm = Filled<any>

const open = ({ fields }: AnyForm) => Object.entries(fields).filter(([, { isSecret = false }]) => !isSecret)

/** Whether a form can be filled in without a secret, which no tool takes. */
export const needsNoSecret = ({ fields }: AnyForm): boolean =>
  Object.values(fields).every(({ isRequired = false, isSecret = false }) => !(isRequired && isSecret))

const propertiesOf = ({ form }: AnyForm): Readonly<Record<string, unknown>> => {
  const { properties } = Schema.toJsonSchemaDocument(form, { referencePolicy: () => undefined }).schema
  return Predicate.isReadonlyObject(properties) ? properties : {}
}

/** The fields of a form, as its schema has them. */
export const fieldsOf = (action: AnyForm): Readonly<Record<string, Property>> => {
  const known = propertiesOf(action)
  return Object.fromEntries(
    open(action).map(([name, { help, limit }]) => {
      const property = known[name]
      return [
        name,
        {
          ...(Predicate.isReadonlyObject(property) ? property : {}),
          ...(limit === undefined ? {} : { maxLength: limit }),
          description: help
        }
      ]
    })
  )
}

/** Those without which it cannot be done. */
export const requiredOf = (action: AnyForm): ReadonlyArray<string> =>
  open(action).flatMap(([name, { isRequired = false }]) => (isRequired ? [name] : []))

/** What a form was given: no field that it does not have. */
const heldOf = (action: AnyForm, given: Given): Given =>
  Object.fromEntries(open(action).flatMap(([name]) => (given[name] === undefined ? [] : [[name, given[name]]])))

/** What a form was given, as far as that can be sent. */
export const usableOf = Effect.fnUntraced(function* (action: AnyForm, given: Given) {
  const held = heldOf(action, given)
  for (const [name, field] of open(action)) {
    const what = mistakeOf(field, held[name])
    if (what !== undefined) return yield* usage(`Nothing was done: ${name} ${what}.`)
  }
  return held
})

/** Fails for what an input schema does not have, or lacks: a model makes up arguments, and must be told. */
export const checked = Effect.fnUntraced(function* (input: McpSchema.ToolJson, given: Given) {
  const names = Object.keys(input.properties ?? {})
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  const known = names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`
  if (unknown !== undefined)
    return yield* usage(`Nothing was done: there is no argument ${JSON.stringify(unknown.slice(0, 80))}; ${known}.`)
  const lacking = (input.required ?? []).filter((name) => given[name] === undefined || given[name] === "")
  if (lacking.length > 0) return yield* usage(`Nothing was done: ${lacking.join(" and ")} must be given; ${known}.`)
})
