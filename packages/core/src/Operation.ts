import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import type { Codec, Endpoint, Group, Method } from "./Endpoint.ts"
import { errorsOf, successesOf } from "./internal/answers.ts"
import type { ByStatus } from "./internal/answers.ts"
import { lazy } from "./internal/lazy.ts"
import type * as Retry from "./Retry.ts"

export type { ByStatus }

const forms = ["errorV1", "errorV1R1", "errorText"] as const

/** How an error travels: `{code, message}`, `{code, message, name}` or a bare string. Source: interface §2.1, §7. */
export type ErrorForm = (typeof forms)[number]

/** An operation of the service, as its endpoint describes it. What needs its schemas is made when it is first read. */
export interface Operation {
  /** Group and name, such as `EnterpriseUsers.list`. */
  readonly id: string
  readonly group: string
  readonly name: string
  readonly method: Method
  /** Without `/api`; parameters are spelt `:user_id`. */
  readonly path: string
  readonly version: "v1" | "v1r1"
  /** What a repeat does. */
  readonly retry: Retry.Class
  /** Whether it takes a user token; all take the API key. */
  readonly takesUserToken: boolean
  readonly endpoint: Endpoint
  /** Its path parameters as texts, and what they decode to. */
  readonly params: Codec | undefined
  /** Its query as texts and lists of them, and what it decodes to. */
  readonly query: Codec | undefined
  /** Documented statuses: 200, then those of errors, ascending. */
  readonly statuses: ReadonlyArray<number>
  /** Schemas of what it answers by status; where 204 is one, it is taken for a 200 without a body. */
  readonly successes: ByStatus
  /** Schemas of its errors by status. */
  readonly errors: ByStatus
  /** Forms that its errors travel in by status, ascending; the one that the interface gives the operation goes first. */
  readonly errorForms: ReadonlyMap<number, ReadonlyArray<ErrorForm>>
  /** Whether the interface has it word 401 and 403 as bare strings. */
  readonly answersText: boolean
}

const formOf = (id: string, { ast }: { readonly ast: SchemaAST.AST }): ErrorForm => {
  const identifier = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast))
  const form = forms.find((form) => form === identifier)
  if (form === undefined) throw new Error(`${id} has an error whose form is none of ${forms.join(", ")}.`)
  return form
}

const errorFormsOf = (id: string, errors: ByStatus) =>
  new Map(
    Array.from(errors, ([status, schemas]) => [status, [...new Set(schemas.map((schema) => formOf(id, schema)))]])
  )

const make = (group: string, name: string, endpoint: Endpoint): Operation => {
  const { method, params, path, query, retry = "unsafe", takesUserToken = false } = endpoint
  const id = `${group}.${name}`
  const errors = errorsOf(endpoint)
  const texts = lazy(() => ({
    params: params && Schema.toCodecStringTree(params),
    query: query && Schema.toCodecArrayFromSingle(Schema.toCodecStringTree(query))
  }))
  const errorForms = lazy(() => errorFormsOf(id, errors))
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

/** The operations of a group, in its order. */
export const ofGroup = ({ endpoints, name: group }: Group): ReadonlyArray<Operation> =>
  Object.entries(endpoints).map(([name, endpoint]) => make(group, name, endpoint))
