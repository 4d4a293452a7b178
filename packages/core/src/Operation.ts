import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Codec, Endpoint, Group, Method } from "./Endpoint.ts"
import { errorsOf, successesOf } from "./internal/answers.ts"
import type { ByStatus } from "./internal/answers.ts"
import { lazy } from "./internal/lazy.ts"
import type * as Retry from "./Retry.ts"

export type { ByStatus }

const forms = ["errorV1", "errorV1R1", "errorText"] as const

/** The JSON form of an error: `{code, message}`, `{code, message, name}` or a bare string. Source: interface §2.1, §7. */
export type ErrorForm = (typeof forms)[number]

/** An operation of the service, derived from its endpoint. Properties that need schemas are computed when first read. */
export interface Operation {
  /** Group and name, such as `EnterpriseUsers.list`. */
  readonly id: string
  readonly group: string
  readonly name: string
  readonly method: Method
  /** Path after `/api`, with parameters such as `:user_id`. */
  readonly path: string
  readonly version: "v1" | "v1r1"
  /** Its retry class. */
  readonly retry: Retry.Class
  /** Whether it needs a user token; all operations need the API key. */
  readonly takesUserToken: boolean
  readonly endpoint: Endpoint
  /** Codec of its path parameters from texts. */
  readonly params: Codec | undefined
  /** Codec of its query from texts and lists of texts. */
  readonly query: Codec | undefined
  /** Documented statuses: 200, then those of errors in ascending order. */
  readonly statuses: ReadonlyArray<number>
  /** Schemas of its successes by status; a 204 counts as a 200 without a body. */
  readonly successes: ByStatus
  /** Schemas of its errors by status. */
  readonly errors: ByStatus
  /** Forms of its errors by status, in ascending order; the documented form comes first. */
  readonly errorForms: ReadonlyMap<number, ReadonlyArray<ErrorForm>>
  /** Whether 401 and 403 are documented as bare strings. */
  readonly answersText: boolean
}

const findForm = (id: string, { ast }: { readonly ast: SchemaAST.AST }): ErrorForm => {
  const identifier = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast))
  const form = forms.find((form) => form === identifier)
  if (form === undefined) throw new Error(`${id} has an error with an unknown form. Use one of ${forms.join(", ")}.`)
  return form
}

const findErrorForms = (id: string, errors: ByStatus) =>
  new Map(
    Array.from(errors, ([status, schemas]) => [status, [...new Set(schemas.map((schema) => findForm(id, schema)))]])
  )

const make = (group: string, name: string, endpoint: Endpoint): Operation => {
  const { method, params, path, query, retry = "unsafe", takesUserToken = false } = endpoint
  const id = `${group}.${name}`
  const errors = errorsOf(endpoint)
  const texts = lazy(() => ({
    params: params && Schema.toCodecStringTree(params),
    query: query && Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(query))
  }))
  const errorForms = lazy(() => findErrorForms(id, errors))
  return {
    id,
    group,
    name,
    method,
    path,
    version: path.startsWith("/v1r1/") ? "v1r1" : "v1",
    retry,
    takesUserToken,
    endpoint,
    get params() {
      return texts().params
    },
    get query() {
      return texts().query
    },
    statuses: [200, ...errors.keys()],
    successes: successesOf(endpoint),
    errors,
    get errorForms() {
      return errorForms()
    },
    get answersText() {
      return errorForms().get(401)?.[0] === "errorText"
    }
  }
}

/** Returns the operations of a group, in its order. */
export const fromGroup = ({ endpoints, name: group }: Group): ReadonlyArray<Operation> =>
  Object.entries(endpoints).map(([name, endpoint]) => make(group, name, endpoint))
