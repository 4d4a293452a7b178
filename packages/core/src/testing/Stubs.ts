import type * as Effect from "effect/Effect"

import type * as Endpoint from "../Endpoint.ts"
import type { Endpoints, Groups } from "../Groups.ts"

type Flat<A> = { readonly [Key in keyof A]: A[Key] }

/** Answers an operation from its decoded input: with a value, or with an error that the operation documents. */
export type Stub<E> = (
  request: Endpoint.Input<E>
) =>
  | Endpoint.Success<E>
  | Endpoint.Failure<E>
  | Effect.Effect<Endpoint.Success<E> | Endpoint.Failure<E>, Endpoint.Failure<E>>

/** Answers by group and operation, such as `{ EnterpriseUsers: { list: ({ query }) => page } }`. */
export type Stubs = {
  readonly [Group in keyof Groups]?: { readonly [Id in keyof Endpoints<Group>]?: Stub<Endpoints<Group>[Id]> }
}

/** A request that was sent: which operation, and its decoded input. */
export type Request = {
  [Group in keyof Groups]: {
    [Id in keyof Endpoints<Group> & string]: Flat<
      { readonly operation: `${Group}.${Id}` } & Endpoint.Input<Endpoints<Group>[Id]>
    >
  }[keyof Endpoints<Group> & string]
}[keyof Groups]
