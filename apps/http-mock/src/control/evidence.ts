import { byId, operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { get } from "effect/http-api/HttpApiEndpoint"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { Seen } from "../tenants/Evidence.ts"
import type { Exchange } from "../tenants/Journal.ts"
import { fieldsOf } from "../wire/request.ts"
import { AllTenants } from "./context.ts"
import { emptyControlApi, makeGroup } from "./group.ts"

/** A field of requests that no handler reads. */
const IgnoredField = Schema.Struct({
  operation: Schema.String,
  in: Schema.Literals(["body", "query"]),
  /** The path of the field, such as `user_info.phone`. */
  field: Schema.String,
  requests: Schema.Int
})
type IgnoredField = typeof IgnoredField.Type

/** The statuses that clients of all tenants got since the start of the emulator. */
const EvidenceReport = Schema.Struct({
  /** All documented statuses of all operations. */
  documented: Schema.Array(Seen),
  /** The statuses that are not documented for their operation. */
  undocumented: Schema.Array(Seen),
  /** The fields of requests in the journals that no handler reads. */
  unread: Schema.Array(IgnoredField)
}).annotate({ identifier: "EvidenceReport" })

/** Shows which operations and statuses clients got. */
export const EvidenceGroup = makeGroup("evidence", {
  "List the documented statuses that clients have received, over all tenants": get("read", "/evidence", {
    success: EvidenceReport
  })
})

/** The documented statuses of all operations, which no client got. */
export const documented: ReadonlyArray<Seen> = operations.flatMap(({ id, statuses }) =>
  statuses.map((status) => ({ operation: id, status, served: false, injected: false, drivers: [] }))
)

const keyOf = ({ operation, status }: Seen) => `${operation} ${status}`

/** Returns all documented statuses in the order of the contract. */
export const matrix = (seen: ReadonlyArray<Seen>): ReadonlyArray<Seen> => {
  const found = new Map(seen.map((entry) => [keyOf(entry), entry]))
  return documented.map((row) => found.get(keyOf(row)) ?? row)
}

/** Returns the statuses that are not documented for their operation. */
const undocumented = (seen: ReadonlyArray<Seen>): ReadonlyArray<Seen> => {
  const known = new Set(documented.map(keyOf))
  return seen.filter((entry) => !known.has(keyOf(entry)))
}

const decodeBody = Schema.decodeOption(Schema.fromJsonString(Schema.Unknown))

/** Lists the fields of a value that its schema does not have. */
const unknownIn = (value: unknown, ast: SchemaAST.AST | undefined, path = ""): ReadonlyArray<string> => {
  if (!Predicate.isObject(value) || ast === undefined || !SchemaAST.isObjects(ast)) return []
  const types = new Map(ast.propertySignatures.map(({ name, type }) => [String(name), type]))
  return Object.entries(value).flatMap(([name, inner]) =>
    types.has(name) ? unknownIn(inner, types.get(name), `${path}${name}.`) : [`${path}${name}`]
  )
}

/** Lists the fields of a request that no handler reads. */
const unreadFields = ({ body, operation, query }: Exchange): ReadonlyArray<Omit<IgnoredField, "requests">> => {
  if (operation === undefined) return []
  const { endpoint } = byId(operation)
  const sent = Option.getOrUndefined(decodeBody(Buffer.from(body ?? []).toString("utf8")))
  const parameters = new Set(fieldsOf(endpoint.query).map(({ name }) => name))
  const inQuery = [...new URLSearchParams(query).keys()].filter((name) => !parameters.has(name))
  return [
    ...unknownIn(sent, endpoint.payload && SchemaAST.toEncoded(endpoint.payload.ast)).map((field) => ({
      operation,
      in: "body" as const,
      field
    })),
    ...Array.from(new Set(inQuery), (field) => ({ operation, in: "query" as const, field }))
  ]
}

/** Returns the fields that no handler reads, the most frequent first. */
const ignoredFields = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<IgnoredField> => {
  const groups = Map.groupBy(exchanges.flatMap(unreadFields), (field) => JSON.stringify(field))
  return [...groups.values()]
    .flatMap((all) => all.slice(0, 1).map((field) => ({ ...field, requests: all.length })))
    .toSorted((one, other) => other.requests - one.requests)
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(EvidenceGroup), "evidence", (handlers) =>
  handlers.handleAll({
    read: () =>
      Effect.map(AllTenants, ({ all, evidence }) => ({
        documented: matrix(evidence.all()),
        undocumented: undocumented(evidence.all()),
        unread: ignoredFields(all().flatMap(({ tenant }) => tenant.journal?.all() ?? []))
      }))
  })
)
