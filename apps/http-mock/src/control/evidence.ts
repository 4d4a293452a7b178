import { operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Endpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Summary } from "effect/http-api/OpenApi"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { contractOperations, contractSchemas, fieldsOf } from "../openapi/components.ts"
import type { Seen } from "../tenants/Evidence.ts"
import type { Exchange } from "../tenants/Journal.ts"
import { AllTenants, emptyControlApi, makeGroup } from "./context.ts"

/** A documented status of an operation, and the clients that got it. */
export interface Row {
  readonly operation: string
  readonly status: number
  /** Whether the service responded with it. */
  readonly served: boolean
  readonly injected: boolean
  /** The kinds of clients that got it: `sdk`, `raw` or their own names. */
  readonly drivers: ReadonlyArray<string>
}

/** The documented statuses of all operations. */
export const documented = operations.flatMap(({ id, statuses }) =>
  statuses.map((status) => ({ operation: id, status }))
)

/** Returns all documented statuses in the order of the contract. */
export const matrix = (seen: ReadonlyArray<Seen>): ReadonlyArray<Row> => {
  const found = new Map(seen.map((entry) => [`${entry.operation} ${entry.status}`, entry]))
  return documented.map(({ operation, status }) => {
    const entry = found.get(`${operation} ${status}`)
    return {
      operation,
      status,
      served: entry?.served === true,
      injected: entry?.injected === true,
      drivers: entry?.drivers ?? []
    }
  })
}

/** Returns the statuses that are not documented for their operation. */
export const undocumented = (seen: ReadonlyArray<Seen>): ReadonlyArray<Seen> => {
  const known = new Set(documented.map(({ operation, status }) => `${operation} ${status}`))
  return seen.filter(({ operation, status }) => !known.has(`${operation} ${status}`))
}

const mark = ({ drivers, injected, served }: Row) => {
  if (drivers.length === 0) return "never"
  return `${drivers.join(", ")}${served ? "" : injected ? " (by a fault)" : ""}`
}

const bars = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

/** Formats the statuses of all operations as a Markdown table. */
export const table = (rows: ReadonlyArray<Row>): string => {
  const statuses = [...new Set(rows.map(({ status }) => status))].toSorted((one, other) => one - other)
  const operations = Map.groupBy(rows, ({ operation }) => operation)
  const lines = [...operations].map(([operation, ofIt]) =>
    bars([
      operation,
      ...statuses.map((status) => {
        const row = ofIt.find((row) => row.status === status)
        return row === undefined ? "" : mark(row)
      })
    ])
  )
  return [bars(["operation", ...statuses.map(String)]), bars(["---", ...statuses.map(() => "---")]), ...lines, ""].join(
    "\n"
  )
}

const line = { operation: Schema.String, status: Schema.Int }

const shown = {
  /** Whether the service responded with it. */
  served: Schema.Boolean,
  /** Whether a fault responded with it. */
  injected: Schema.Boolean,
  /** The kinds of clients that got it: `sdk`, `raw`, or the value of the header x-mock-driver. */
  drivers: Schema.Array(Schema.String)
}

/** The statuses that clients of all tenants got since the start of the emulator. */
const EvidenceReport = Schema.Struct({
  /** All documented statuses of all operations. */
  documented: Schema.Array(Schema.Struct({ ...line, ...shown })),
  /** The statuses that are not documented for their operation. */
  undocumented: Schema.Array(Schema.Struct({ ...line, ...shown })),
  /** The fields of requests in the journals that no handler reads. */
  unread: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      in: Schema.Literals(["body", "query"]),
      field: Schema.String,
      requests: Schema.Int
    })
  )
}).annotate({ identifier: "EvidenceReport" })

/** Shows which operations and statuses clients got. */
export const EvidenceGroup = makeGroup(
  "evidence",
  Endpoint.get("read", "/evidence", { success: EvidenceReport }).annotate(
    Summary,
    "List the documented statuses that clients have received, over all tenants"
  ),
  Endpoint.get("table", "/evidence.txt", { success: Schema.String.pipe(HttpApiSchema.asText()) }).annotate(
    Summary,
    "Read the same as a table in plain text"
  )
)

/** A field of requests that no handler reads. */
interface IgnoredField {
  readonly operation: string
  readonly in: "body" | "query"
  /** The path of the field, such as `user_info.phone`. */
  readonly field: string
  /** The number of requests with the field. */
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
  contractOperations.map(({ spec, operation }): [string, Input] => [
    operation.id,
    {
      body: spec.requestBody?.content["application/json"]?.schema,
      query: new Set(spec.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name))
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

/** Returns the fields that no handler reads, the most frequent first. */
const ignoredFields = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<IgnoredField> => {
  const counts = new Map<string, IgnoredField>()
  for (const sent of exchanges.flatMap(fieldsSent)) {
    const key = `${sent.operation} ${sent.in} ${sent.field}`
    counts.set(key, { ...sent, requests: (counts.get(key)?.requests ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.requests - one.requests)
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(EvidenceGroup), "evidence", (handlers) =>
  handlers.handleAll({
    read: () =>
      Effect.map(AllTenants, ({ all, evidence }) => ({
        documented: matrix(evidence.all()),
        undocumented: undocumented(evidence.all()),
        unread: ignoredFields(all().flatMap(({ tenant }) => tenant.journal?.all() ?? []))
      })),
    table: () => Effect.map(AllTenants, ({ evidence }) => table(matrix(evidence.all())))
  })
)
