import type * as Schema from "effect/Schema"

import type * as Retry from "./Retry.ts"

/** A schema of the contract: it needs no services. */
export type Codec = Schema.Codec<unknown>

/** A value in a path or a query. */
export type Value = string | number | boolean

/** What a path is filled with. */
export type PathFields = Readonly<Record<string, Value>>

/** What a query is written of. */
export type QueryFields = Readonly<Record<string, Value | ReadonlyArray<Value> | undefined>>

/** Schemas by status; a body fits one of those of its status. */
export type Answers = Readonly<Record<number, readonly [Codec, ...ReadonlyArray<Codec>]>>

/** What an operation takes, answers and refuses with. Schemas are of JSON; paths and queries carry values as texts. */
export interface Shape {
  readonly params?: Schema.Codec<unknown, PathFields>
  readonly query?: Schema.Codec<unknown, QueryFields>
  readonly payload?: Codec
  /** Of a 200, or of each status. */
  readonly success: Codec | Answers
  /** The form that the interface gives the operation goes first. */
  readonly errors: Answers
  /** What a repeat does; `unsafe` unless set. */
  readonly retry?: Retry.Class
  /** Whether it takes a user token; all take the API key. */
  readonly takesUserToken?: boolean
}

export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** An operation of the service as data. */
export interface Endpoint extends Shape {
  readonly method: Method
  /** Without `/api`; parameters are spelt `:user_id`. */
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

/** The operations of a group by their names. */
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

/** The parts of a request to an endpoint, those that it has: `params`, `query`, `payload`. */
export type Input<E> = Flat<Part<E, "params"> & Part<E, "query"> & Part<E, "payload">>

type TypesOf<A> = A extends Schema.Constraint
  ? A["Type"]
  : A extends Answers
    ? A[keyof A & number][number]["Type"]
    : never

/** What an endpoint answers. */
export type Success<E> = E extends Endpoint ? TypesOf<E["success"]> : never

/** What an endpoint refuses with. */
export type Failure<E> = E extends Endpoint ? TypesOf<E["errors"]> : never
