import { operationFor } from "../wire/operation.ts"
import type { StubMapping } from "./mapping/StubMapping.ts"
import { addressClause, addressText } from "./matching/address.ts"
import type { Clause } from "./matching/Clause.ts"
import { clausesOf } from "./matching/clauses.ts"
import { isCostly } from "./matching/valueTest.ts"
import type { Problems } from "./matching/valueTest.ts"
import type { StubRequest } from "./request/StubRequest.ts"
import { isTemplated, responseOf } from "./StubResponse.ts"
import type { StubResponse } from "./StubResponse.ts"

/** A mapping that is ready to answer. */
export interface Stub {
  readonly id: string
  readonly mapping: StubMapping
  /** What it is called in the journal and in messages. */
  readonly name: string
  readonly priority: number
  /** Whether it goes before an operation that has its address. */
  readonly overrides: boolean
  /** Whether to compare or to render may take long. */
  readonly isCostly: boolean
  readonly clauses: ReadonlyArray<Clause>
  readonly parameters: (request: StubRequest) => Readonly<Record<string, string>>
  readonly respond: StubResponse
  /** Why no request reaches it; nothing where one may. */
  readonly warning: string | undefined
}

const defaultPriority = 5

const nameOf = ({ id = "", name, request = {} }: StubMapping) =>
  name ?? ([request.method, addressText(request)].filter((part) => part !== undefined).join(" ") || id)

/** The operation that takes all requests of a mapping with an address of its own. */
const operationOf = ({ request = {} }: StubMapping) => {
  const address =
    request.url?.split("?", 1)[0] ?? request.urlPath ?? request.urlPathTemplate?.replaceAll(/\{[^}]*\}/g, "1")
  return address === undefined || request.method === undefined
    ? undefined
    : operationFor(request.method.toUpperCase(), address)
}

const warningOf = (mapping: StubMapping, name: string, overrides: boolean) => {
  const operation = overrides ? undefined : operationOf(mapping)
  return operation === undefined
    ? undefined
    : `No request reaches the mapping ${name}: the operation ${operation.id} has its address. Say "metadata": {"overridesOperation": true} to answer in its place.`
}

/** The stub of a mapping with an id, and what is wrong with it; `file` is what its bodyFileName leads to. */
export const stubOf = (
  mapping: StubMapping & { readonly id: string },
  file: Uint8Array | undefined,
  problems: Problems
): Stub => {
  const { id, metadata, priority = defaultPriority, request = {}, response = {} } = mapping
  const name = nameOf(mapping)
  const overrides = metadata?.["overridesOperation"] === true
  const address = addressClause(request, [])
  return {
    id,
    mapping,
    name,
    priority,
    overrides,
    isCostly:
      isCostly(request) ||
      request.urlPattern !== undefined ||
      request.urlPathPattern !== undefined ||
      isTemplated(response),
    clauses: clausesOf(request, problems),
    parameters: (received) => address?.parameters(received) ?? {},
    respond: responseOf(response, file, problems),
    warning: warningOf(mapping, name, overrides)
  }
}
