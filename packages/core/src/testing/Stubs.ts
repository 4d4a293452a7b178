import type * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"

import type { Api } from "../Api.ts"

type Groups = (typeof Api)["groups"]
type Endpoints<Group extends keyof Groups> = Groups[Group]["endpoints"]

type Part<Name extends string, Type> = [Type] extends [never] ? unknown : { readonly [_ in Name]: Type }

type Flat<A> = { readonly [Key in keyof A]: A[Key] }

type Input<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? Part<"params", Endpoint["~Params"]["Type"]> &
      Part<"query", Endpoint["~Query"]["Type"]> &
      Part<"payload", Endpoint["~Payload"]["Type"]>
  : never

type Refusal<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? Endpoint["~Error"]["Type"] | HttpApiMiddleware.Error<Endpoint["~Middleware"]>
  : never

type Success<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? HttpApiClient.SuccessType<Endpoint["~Success"]>
  : never

/** Answers an operation from its decoded input: with a value, or with an error that the operation documents. */
export type Stub<Endpoint> = (
  request: Flat<Input<Endpoint>>
) => Success<Endpoint> | Refusal<Endpoint> | Effect.Effect<Success<Endpoint> | Refusal<Endpoint>, Refusal<Endpoint>>

/** Answers by group and operation, such as `{ EnterpriseUsers: { list: ({ query }) => page } }`. */
export type Stubs = {
  readonly [Group in keyof Groups]?: { readonly [Id in keyof Endpoints<Group>]?: Stub<Endpoints<Group>[Id]> }
}

/** A request that was sent: which operation, and its decoded input. */
export type Request = {
  [Group in keyof Groups]: {
    [Id in keyof Endpoints<Group> & string]: Flat<
      { readonly operation: `${Group}.${Id}` } & Input<Endpoints<Group>[Id]>
    >
  }[keyof Endpoints<Group> & string]
}[keyof Groups]
