import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"

import type { Answers, Endpoint, Group } from "./Endpoint.ts"
import { groups } from "./Groups.ts"
import type { Groups } from "./Groups.ts"
import { errorsOf, successesOf } from "./internal/answers.ts"
import type { ByStatus } from "./internal/answers.ts"

type Texts<E, Part extends string> = E extends { readonly [_ in Part]: infer S extends Schema.Top }
  ? Schema.toCodecStringTree<S>
  : never

type Json<S> = S extends Schema.Top ? Schema.toCodecJson<S> : never

type Payload<E> = E extends { readonly payload: infer S } ? Json<S> : never

type Bodies<A> = A extends Schema.Top ? Json<A> : A extends Answers ? Json<A[keyof A & number][number]> : never

type ApiEndpoint<Name extends string, E extends Endpoint> = HttpApiEndpoint.HttpApiEndpoint<
  Name,
  E["method"],
  E["path"],
  Texts<E, "params">,
  Texts<E, "query">,
  Payload<E>,
  never,
  Bodies<E["success"]>,
  Bodies<E["errors"]>
>

type ApiGroup<G> =
  G extends Group<infer Name, infer Endpoints extends Readonly<Record<string, Endpoint>>>
    ? HttpApiGroup.HttpApiGroup<
        Name,
        { [Id in keyof Endpoints & string]: ApiEndpoint<Id, Endpoints[Id]> }[keyof Endpoints & string]
      >
    : never

/** {@link Api} */
export type Api = HttpApi.HttpApi<"remote-assist", { [Name in keyof Groups]: ApiGroup<Groups[Name]> }[keyof Groups]>

const withStatus = (answers: ByStatus) =>
  Array.from(answers, ([status, schemas]) => schemas.map((schema) => HttpApiSchema.status(status)(schema))).flat()

const toApiEndpoint = (name: string, endpoint: Endpoint) => {
  const { method, params, path, payload, query } = endpoint
  return HttpApiEndpoint.make(method)(name, `/${path.slice(1)}`, {
    ...(params && { params }),
    ...(query && { query }),
    ...(payload && { payload }),
    success: withStatus(successesOf(endpoint)),
    error: withStatus(errorsOf(endpoint))
  })
}

// oxlint-disable-next-line typescript/no-explicit-any -- they are made one by one, which their types cannot follow
const toApiGroup = ({ endpoints, name }: Group): any => {
  const [first, ...others] = Object.entries(endpoints).map(([id, endpoint]) => toApiEndpoint(id, endpoint))
  const group = HttpApiGroup.make(name)
  return first === undefined ? group : group.add(first, ...others)
}

const [first, ...others] = Object.values(groups).map(toApiGroup)

/** The contract as an Effect `HttpApi`, without credentials: see `takesUserToken` in `Contract.operations`. */
export const Api: Api = HttpApi.make("remote-assist").add(first, ...others)
