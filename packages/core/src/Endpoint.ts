import type * as Schema from "effect/Schema"

import type * as Retry from "./Retry.ts"

/** A schema of the contract: it needs no services. */
export type Codec = Schema.Codec<unknown>

/** A value in a path or a query. */
export type Value = string | number | boolean

/** The parameters of a path. */
export type PathFields = Readonly<Record<string, Value>>

/** The parameters of a query. */
export type QueryFields = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

/** Schemas by status; a body matches one of the schemas of its status. */
export type Answers = Readonly<Record<number, readonly [Codec, ...ReadonlyArray<Codec>]>>

/** Request, successes and errors of an operation. Schemas are of JSON; paths and queries carry values as texts. */
export interface Shape {
  readonly params?: Schema.Codec<unknown, PathFields>
  readonly query?: Schema.Codec<unknown, QueryFields>
  readonly payload?: Codec
  /** Schema of a 200, or schemas by status. */
  readonly success: Codec | Answers
  /** Schemas of errors by status; the documented form comes first. */
  readonly errors: Answers
  /** Retry class (default `unsafe`). */
  readonly retry?: Retry.Class
  /** Whether it needs a user token; all operations need the API key. */
  readonly takesUserToken?: boolean
}

export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** The declaration of an operation of the service. */
export interface Endpoint extends Shape {
  readonly method: Method
  /** Path after `/api`, with parameters such as `:user_id`. */
  readonly path: string
}

const endpoint =
  <const M extends Method>(method: M) =>
  <const Path extends string, const S extends Shape>(path: Path, shape: S) => ({ method, path, ...shape })

export const get = endpoint("GET")
export const post = endpoint("POST")
export const put = endpoint("PUT")
const remove = endpoint("DELETE")
export { remove as delete }

/** The operations of a group by name. */
export interface Group<Name extends string = string, Endpoints = Readonly<Record<string, Endpoint>>> {
  readonly name: Name
  readonly endpoints: Endpoints
}

export const group = <const Name extends string, const Endpoints extends Readonly<Record<string, Endpoint>>>(
  name: Name,
  endpoints: Endpoints
): Group<Name, Endpoints> => ({ name, endpoints })

type Part<E, Name extends string> = E extends { readonly [_ in Name]: infer S extends Schema.Constraint }
  ? { readonly [_ in Name]: S["Type"] }
  : unknown

type Flat<A> = { readonly [Key in keyof A]: A[Key] }

/** The parts of a request to an endpoint: `params`, `query` and `payload`, as far as it has them. */
export type Input<E> = Flat<Part<E, "params"> & Part<E, "query"> & Part<E, "payload">>

type TypesOf<A> = A extends Schema.Constraint
  ? A["Type"]
  : A extends Answers
    ? A[keyof A & number][number]["Type"]
    : never

/** The successes of an endpoint. */
export type Success<E> = E extends Endpoint ? TypesOf<E["success"]> : never

/** The errors of an endpoint. */
export type Failure<E> = E extends Endpoint ? TypesOf<E["errors"]> : never
