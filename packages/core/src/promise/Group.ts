import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

import type * as Endpoint from "../Endpoint.ts"
import { successesOf } from "../internal/contract/answers.ts"
import { lazy } from "../internal/contract/lazy.ts"
import type { Region } from "../Region.ts"
import type { Transport } from "../Transport.ts"
import type { UserToken } from "../UserToken.ts"
import { ofBareWalks, ofCalls, ofWalks } from "./CallOptions.ts"
import type { Door } from "./Door.ts"
import * as Fields from "./Fields.ts"
import { methodsOf } from "./methods.ts"
import type { Input, Method } from "./methods.ts"

/** What the services of a group are built on. */
export type Base = Transport | Region | UserToken

/** A group of operations, to connect to with `connectTo`. */
export interface Group<Methods> {
  /** Such as `EnterpriseUsers`. */
  readonly id: string
  /** Of use to `connectTo` alone. */
  readonly build: (door: Door, base: Context.Context<Base>) => Effect.Effect<Methods, never, Scope.Scope>
}

/** What each member of a service takes. */
export type Table<Service> = { readonly [Name in keyof Service]: Method }

/** Makes a group of a service: `Methods` is what its members are as promises. */
export const make =
  <Methods>() =>
  <Identifier, Service extends object>(
    service: Context.Service<Identifier, Service>,
    layer: Layer.Layer<Identifier, never, Base>,
    id: string,
    table: Table<Service>
  ): Group<Methods> => ({
    id,
    build: (door, base) =>
      Effect.map(Layer.build(Layer.provide(layer, Layer.succeedContext(base))), (context) =>
        methodsOf(door, id, Context.get(context, service), table)
      )
  })

/** Describes the members of a service by the endpoints of its group. */
export const of = <Name extends string>({
  endpoints
}: Endpoint.Group<string, Readonly<Record<Name, Endpoint.Endpoint>>>) => {
  const fieldsOf = (name: Name, part: "query" | "payload") =>
    lazy(() => {
      const schema = endpoints[name][part]
      return Fields.ofSchemas(schema === undefined ? [] : [schema])
    })
  const answerOf = (name: Name) =>
    lazy(() => Fields.onlySecrets(Fields.ofSchemas([...successesOf(endpoints[name]).values()].flat())))
  const walk = (name: Name, of: "entries" | "pages"): Method => {
    const pages = answerOf(name)
    return {
      inputs: [
        {
          at: "the query",
          fields: lazy(() => Fields.without(fieldsOf(name, "query")(), "page")),
          extra: "query",
          isOptional: true
        }
      ],
      answer: of === "pages" ? pages : lazy(() => Fields.ofItems(pages(), "entries")),
      isWalk: true,
      hasBody: false,
      options: ofWalks
    }
  }
  return {
    /** A query that may be left out. */
    query: (name: Name): Input => ({
      at: "the query",
      fields: fieldsOf(name, "query"),
      extra: "query",
      isOptional: true
    }),
    /** A body. */
    body: (name: Name, at: string): Input => ({ at, fields: fieldsOf(name, "payload"), extra: "body" }),
    /** A method that calls one endpoint. */
    call: (name: Name, ...inputs: ReadonlyArray<Input>): Method => ({
      inputs,
      answer: answerOf(name),
      isWalk: false,
      hasBody: endpoints[name].method !== "GET",
      options: ofCalls
    }),
    /** A method that walks the entries, or the pages, which one endpoint lists. */
    walk,
    /** The same of an endpoint that does not tell how many there are. */
    bareWalk: (name: Name, of: "entries" | "pages"): Method => ({ ...walk(name, of), options: ofBareWalks })
  }
}

const input = (at: string, fields: Fields.Fields, isOptional = false): Input => ({
  at,
  fields: () => fields,
  isOptional
})

/** A number, such as an id. */
export const number = (at: string): Input => input(at, "number")

/** A text, such as an id. */
export const text = (at: string): Input => input(at, "text")

/** A text that may be left out. */
export const optionalText = (at: string): Input => input(at, "text", true)

/** A text that is secret. */
export const hidden = (at: string): Input => input(at, "secret")
