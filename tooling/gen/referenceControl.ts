import * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"

import { ControlApi } from "../../apps/http-mock/src/control/ControlApi.ts"
import { code, page, table } from "./markdown.ts"

const { components, paths } = OpenApi.fromApi(ControlApi)

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => Predicate.isObject(value)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const nameOf = (ref: unknown) => String(ref).split("/").at(-1) ?? ""

/** Follows a reference to a named schema. */
const resolve = (schema: unknown): Json => {
  if (!isJson(schema)) return {}
  return schema["$ref"] === undefined ? schema : resolve(components.schemas[nameOf(schema["$ref"])])
}

const type = (schema: unknown): string => {
  if (!isJson(schema)) return "any"
  const { $ref, anyOf, enum: values, items, oneOf, type: kind } = schema
  if ($ref !== undefined) {
    const target = resolve(schema)
    return isJson(target["properties"]) || target["anyOf"] !== undefined ? nameOf($ref) : type(target)
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

interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
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
        type: [...new Set(found.map(({ type }) => type))].join(" or ")
      })
    )
  }
  return Object.entries(isJson(properties) ? properties : {}).map(([name, field]) => ({
    name,
    isRequired: list(required).includes(name),
    type: type(field)
  }))
}

const fieldText = ({ isRequired, name, type }: Field) => `${code(isRequired ? name : `${name}?`)} ${type}`

const inputs = ({ parameters, requestBody }: OpenApi.OpenAPISpecOperation) => {
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, required, schema }) => fieldText({ name, isRequired: required, type: type(schema) }))
  const body = Object.values(requestBody?.content ?? {})
    .flatMap(({ schema }) => fields(schema))
    .map(fieldText)
  return [
    ...(query.length === 0 ? [] : [`query: ${query.join(", ")}`]),
    ...(body.length === 0 ? [] : [`body: ${body.join(", ")}`])
  ].join("; ")
}

const methods = ["get", "post", "put", "delete"] as const

const operations = Object.entries(paths).flatMap(([path, members]) =>
  methods.flatMap((method) => {
    const operation = members[method]
    if (operation === undefined) return []
    const { operationId, summary = "" } = operation
    const request = code(`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`)
    return [{ group: operationId.split(".")[0] ?? "", row: [request, summary, inputs(operation), code(operationId)] }]
  })
)

const section = ([group, members]: readonly [string, typeof operations]) => [
  `## ${group}`,
  table(
    ["request", "", "takes", "`emulator.control`"],
    members.map(({ row }) => row)
  )
]

/** The page with the operations of the control plane. */
export const render = () =>
  page("Control plane", "apps/http-mock/src/control/ControlApi.ts", [
    "A field with `?` is optional. The header `x-mock-tenant: name`, or `/t/name` before the path, selects a tenant. `GET /__mock/control.json` has the schemas. [The guide](../emulator/control-plane.md) explains the subjects.",
    ...[...Map.groupBy(operations, ({ group }) => group)].flatMap(section)
  ])
