import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { contractOperations, contractSchemas } from "../openapi/contract.ts"
import { fieldsOf } from "../openapi/jsonSchema.ts"
import type { Exchange } from "../tenants/Journal.ts"
import { emptyControlApi } from "./context/api.ts"
import { Registry } from "./context/current.ts"
import { EvidenceGroup } from "./ControlApi.ts"
import { matrix, undocumented, table } from "./evidenceMatrix.ts"

/** A field that clients sent and that no handler reads. */
interface IgnoredField {
  readonly operation: string
  /** Where it was: in the body or the query. */
  readonly in: "body" | "query"
  /** Its name, with those of the objects around it: `user_info.phone`. */
  readonly field: string
  /** How many of the requests that are kept sent it. */
  readonly requests: number
}

const schemas: Readonly<Record<string, unknown>> = contractSchemas

const resolved = (schema: unknown): Readonly<Record<string, unknown>> => {
  const fields = fieldsOf(schema)
  const { $ref } = fields
  return typeof $ref === "string" ? resolved(schemas[$ref.slice($ref.lastIndexOf("/") + 1)]) : fields
}

const unknownIn = (value: unknown, schema: unknown, path: string): ReadonlyArray<string> => {
  if (!Predicate.isObject(value)) return []
  const { properties } = resolved(schema)
  if (properties === undefined) return []
  const known = fieldsOf(properties)
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(known, name) ? unknownIn(inner, known[name], `${path}${name}.`) : [`${path}${name}`]
  )
}

interface Input {
  readonly body: unknown
  readonly query: ReadonlySet<string>
}

const inputs = new Map(
  contractOperations.map(({ made, operation }): [string, Input] => [
    operation.id,
    {
      body: made.requestBody?.content["application/json"]?.schema,
      query: new Set(made.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name))
    }
  ])
)

const parsed = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

const fieldsSent = ({ body, operation, query }: Exchange) => {
  const input = operation === undefined ? undefined : inputs.get(operation)
  if (operation === undefined || input === undefined) return []
  const sent = Option.getOrUndefined(parsed(Buffer.from(body ?? []).toString("utf8")))
  const inBody = [...new Set(unknownIn(sent, input.body, ""))]
  const inQuery = [...new Set(new URLSearchParams(query).keys())].filter((name) => !input.query.has(name))
  return [
    ...inBody.map((field) => ({ operation, in: "body" as const, field })),
    ...inQuery.map((field) => ({ operation, in: "query" as const, field }))
  ]
}

/** The fields that requests sent and no handler reads, the most frequent first. */
const ignoredFields = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<IgnoredField> => {
  const counted = new Map<string, IgnoredField>()
  for (const sent of exchanges.flatMap(fieldsSent)) {
    const key = `${sent.operation} ${sent.in} ${sent.field}`
    counted.set(key, { ...sent, requests: (counted.get(key)?.requests ?? 0) + 1 })
  }
  return [...counted.values()].toSorted((one, other) => other.requests - one.requests)
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(EvidenceGroup), "evidence", (handlers) =>
  handlers.handleAll({
    read: () =>
      Effect.map(Registry, ({ all, evidence }) => ({
        documented: matrix(evidence.all()),
        undocumented: undocumented(evidence.all()),
        unread: ignoredFields(all().flatMap(({ tenant }) => tenant.journal?.all() ?? []))
      })),
    table: () => Effect.map(Registry, ({ evidence }) => table(matrix(evidence.all())))
  })
)
