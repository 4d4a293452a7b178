import * as OpenApi from "effect/http-api/OpenApi"

import { ControlApi } from "../../apps/http-mock/src/control/ControlApi.ts"
import { fieldName, reader } from "./jsonSchema.ts"
import type { Field } from "./jsonSchema.ts"
import { code, page, table } from "./markdown.ts"

const { components, paths } = OpenApi.fromApi(ControlApi)

const { fields, type } = reader(components.schemas)

const fieldText = (field: Pick<Field, "isRequired" | "name" | "type">) => `${fieldName(field)} ${field.type}`

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
  page("Operations of the control plane", "apps/http-mock/src/control/ControlApi.ts", [
    "A field with `?` is optional. The header `x-mock-tenant: name`, or `/t/name` before the path, selects a tenant. `GET /__mock/control.json` has the schemas. [The guide](../emulator/control-plane.md) explains the subjects.",
    ...[...Map.groupBy(operations, ({ group }) => group)].flatMap(section)
  ])
