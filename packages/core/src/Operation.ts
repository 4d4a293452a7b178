import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { HttpMethod } from "effect/http/HttpMethod"
import * as SchemaAST from "effect/SchemaAST"

import { UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "./Credentials.ts"
import { lazy } from "./internal/contract/lazy.ts"
import { reflect } from "./internal/contract/reflect.ts"
import type { Answers, Reflected } from "./internal/contract/reflect.ts"
import * as Retry from "./Retry.ts"

export type { Answers }

const forms = ["errorV1", "errorV1R1", "errorText"] as const

/** How an error travels: `{code, message}`, `{code, message, name}` or a bare string. Source: interface §2.1, §7. */
export type ErrorForm = (typeof forms)[number]

/** An operation of the service, as its endpoint describes it. What needs its schemas is made when it is first read. */
export interface Operation {
  /** Group and name, such as `EnterpriseUsers.list`. */
  readonly id: string
  readonly group: string
  readonly name: string
  readonly method: HttpMethod
  /** Without `/api`; parameters are spelt `:user_id`. */
  readonly path: string
  readonly version: "v1" | "v1r1"
  /** What a repeat does. */
  readonly retry: Retry.Class
  /** Whether it takes a user token; all take the API key. */
  readonly takesUserToken: boolean
  readonly endpoint: HttpApiEndpoint.Top
  /** Documented statuses: 200, then those of errors, ascending. */
  readonly statuses: ReadonlyArray<number>
  /** Schemas of what it answers by status; where 204 is one, it is taken for a 200 without a body. */
  readonly successes: Answers
  /** Schemas of its errors by status. */
  readonly errors: Answers
  /** Forms that its errors travel in by status, ascending; the one that the interface gives the operation goes first. */
  readonly errorForms: ReadonlyMap<number, ReadonlyArray<ErrorForm>>
  /** Whether the interface has it word 401 and 403 as bare strings. */
  readonly answersText: boolean
}

const userTokens: ReadonlyArray<unknown> = [UserTokenV1, UserTokenV1R1, UserTokenV1Text]

const answersOf = (group: string, endpoint: HttpApiEndpoint.Top) => {
  let answers: Pick<Reflected, "successes" | "errors"> = { successes: new Map(), errors: new Map() }
  reflect(HttpApiGroup.make(group).add(endpoint), (reflected) => {
    answers = reflected
  })
  return answers
}

const formOf = (id: string, { ast }: { readonly ast: SchemaAST.AST }): ErrorForm => {
  const identifier = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast))
  const form = forms.find((form) => form === identifier)
  if (form === undefined) throw new Error(`${id} has an error whose form is none of ${forms.join(", ")}.`)
  return form
}

const errorFormsOf = (id: string, errors: Answers) =>
  new Map(
    [...errors]
      .toSorted(([one], [other]) => one - other)
      .map(([status, schemas]) => [status, [...new Set(schemas.map((schema) => formOf(id, schema)))]])
  )

const make = (group: string, endpoint: HttpApiEndpoint.Top): Operation => {
  const { annotations, identifier: name, method, middlewares, path } = endpoint
  const id = `${group}.${name}`
  const taken: ReadonlySet<unknown> = middlewares
  const answers = lazy(() => answersOf(group, endpoint))
  const errorForms = lazy(() => errorFormsOf(id, answers().errors))
  const statuses = lazy(() => [200, ...errorForms().keys()])
  return {
    id,
    group,
    name,
    method,
    path,
    version: path.startsWith("/v1r1/") ? "v1r1" : "v1",
    retry: Context.get(annotations, Retry.Class),
    takesUserToken: userTokens.some((userToken) => taken.has(userToken)),
    endpoint,
    get statuses() {
      return statuses()
    },
    get successes() {
      return answers().successes
    },
    get errors() {
      return answers().errors
    },
    get errorForms() {
      return errorForms()
    },
    get answersText() {
      return errorForms().get(401)?.[0] === "errorText"
    }
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- a group has all that a Top has, which its own type hides
const topOf = (group: any): HttpApiGroup.Top => group

/** The operations of a group, in its order. */
export const ofGroup = (group: HttpApiGroup.Constraint): ReadonlyArray<Operation> =>
  Object.values(topOf(group).endpoints).map((endpoint) => make(group.identifier, endpoint))
