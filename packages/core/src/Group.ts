import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import * as ApiKey from "./ApiKey.ts"
import * as Credentials from "./Credentials.ts"
import type * as Endpoint from "./Endpoint.ts"
import type { CallError, SessionError } from "./Errors.ts"
import type { Wrap } from "./internal/call/attempts.ts"
import { decode, makeDecoders } from "./internal/call/decode.ts"
import * as Request from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import type * as Page from "./Page.ts"
import type { Region } from "./Region.ts"
import { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"

/** The only field of an object type; `never` if it has several. */
type OnlyField<A> = { [Name in keyof A]-?: [Exclude<keyof A, Name>] extends [never] ? Name : never }[keyof A]

/** One argument for a part of a request: the value of its only field, or else an object of its fields. */
type Arg<A, Whole extends ReadonlyArray<unknown>> = [OnlyField<A>] extends [never]
  ? Whole
  : {} extends A
    ? [value?: Required<A>[OnlyField<A>]]
    : [value: A[OnlyField<A>]]

type PathArgs<E> = E extends { readonly params: infer S extends Schema.Constraint }
  ? [id: S["Type"][OnlyField<S["Type"]>]]
  : []

type BodyArgs<E> = E extends { readonly payload: infer S extends Schema.Constraint }
  ? Arg<S["Type"], [body: S["Type"]]>
  : []

type QueryArgs<E> = E extends { readonly query: infer S extends Schema.Constraint }
  ? Arg<S["Type"], {} extends S["Type"] ? [query?: S["Type"]] : [query: S["Type"]]>
  : []

/** The arguments of a method: those of the path parameter, the body and the query that the endpoint has. */
export type Args<E> = [...PathArgs<E>, ...BodyArgs<E>, ...QueryArgs<E>]

type Answer<A> = A extends Page.Page<infer Entry> ? Page.Page<Entry> : A

type SessionErrors<E> = E extends { readonly takesUserToken: true } ? SessionError : never

/** A function that calls an endpoint, or an effect if the call takes no arguments. */
export type Method<E> =
  Args<E> extends []
    ? Effect.Effect<Answer<Endpoint.Success<E>>, Endpoint.Failure<E> | SessionErrors<E> | CallError>
    : (
        ...args: Args<E>
      ) => Effect.Effect<Answer<Endpoint.Success<E>>, Endpoint.Failure<E> | SessionErrors<E> | CallError>

/** A method for each endpoint of a group. */
export type GroupMethods<Endpoints> = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name]> }

/** Returns the parts of a request in the order of a method's arguments, each with its field if it has `only` one. */
export const partsOf = (endpoint: Endpoint.Endpoint) =>
  (["params", "payload", "query"] as const).flatMap((part) => {
    const ast = endpoint[part]?.ast
    if (ast === undefined) return []
    const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
    return [{ part, ast, fields, only: fields.length === 1 ? fields[0] : undefined }]
  })

const inputOf = (parts: ReturnType<typeof partsOf>, args: ReadonlyArray<unknown>) => {
  const input: Record<string, unknown> = {}
  parts.forEach(({ only, part }, index) => {
    const value = args[index]
    const isOmitted = value === undefined && (only !== undefined || part === "query")
    input[part] = isOmitted ? {} : only === undefined ? value : { [only.name]: value }
  })
  return input
}

type Endpoints = Readonly<Record<string, Endpoint.Endpoint>>

/**
 * Makes the methods of a group; `wrap` adds credentials to each request. A call is a span `<group>.<endpoint>` with
 * OpenTelemetry's HTTP attributes, ends within `CallTimeout`, and its errors hold no secrets.
 */
export const make = <E, R, Error>(
  group: Endpoint.Group<string, E>,
  wrap: Effect.Effect<Wrap<Error>, never, R>
): Effect.Effect<GroupMethods<E>, never, Transport | R> => makeUntyped(group, wrap)

// oxlint-disable-next-line typescript/no-explicit-any -- methods are made in a loop, whose types cannot differ by endpoint
type Untyped = any

const makeUntyped: Untyped = Effect.fnUntraced(function* <R>(
  group: Endpoint.Group,
  wrap: Effect.Effect<Wrap<unknown>, never, R>
) {
  const transport = yield* Transport
  const { apiUrl, known, measure, region } = transport
  const send = (yield* wrap)(transport.send)
  return Record.map(group.endpoints, (endpoint, name) => {
    const { method, path, retry = "unsafe" } = endpoint
    const operation = `${group.name}.${name}`
    const parts = partsOf(endpoint)
    const decoders = makeDecoders(endpoint)
    const encode = Request.encoder(endpoint, transport)
    const run = runner({ operation, method, template: path, region, apiUrl, known, measure })
    const decodeAnswer: Steps<unknown>["decode"] = (request, response) => decode(decoders, request, response)
    const steps = { operation, retry, opens: opensAccount(path), send, decode: decodeAnswer }
    const call = (...args: ReadonlyArray<unknown>) => {
      const input = inputOf(parts, args)
      return run({ ...steps, input, encode: (options, onSecret) => encode(input, options, onSecret) })
    }
    return parts.length === 0 ? call() : call
  })
})

/** What the service of a group needs: a user token only if an endpoint takes one. */
type Needs<E> = Transport | Region | (E extends { readonly takesUserToken: true } ? UserToken : never)

/** The class of a group's service. */
export interface ServiceClass<Self, Name extends string, E, Shape> extends Context.ServiceClass<
  Self,
  `@remote-assist/core/${Name}`,
  Shape
> {
  readonly group: Endpoint.Group<Name, E>
  readonly layer: Layer.Layer<Self, never, Needs<E[keyof E]>>
}

/** Makes a service of a group: a method for each endpoint, and those that `extend` adds or replaces. */
type MakeService<Self> = <Name extends string, E extends Endpoints, Added = {}>(
  group: Endpoint.Group<Name, E>,
  extend?: (methods: GroupMethods<E>) => Added
) => ServiceClass<Self, Name, E, Omit<GroupMethods<E>, keyof Added> & Added>

/**
 * Derives the service of a group from its endpoints, for `class Pods extends Group.Service<Pods>()(PodsGroup) {}`. A
 * method takes the path parameter, the body and the query; a part with one field is passed as the value of that field.
 */
export const Service: <Self>() => MakeService<Self> =
  (): Untyped =>
  (group: Endpoint.Group, extend: (methods: object) => object = () => ({})) => {
    const service = Context.Service<unknown, object>(`@remote-assist/core/${group.name}`)
    const takesUserToken = Object.values(group.endpoints).some((endpoint) => endpoint.takesUserToken === true)
    const methods = makeUntyped(group, takesUserToken ? Credentials.add : ApiKey.add)
    const layer = Layer.effect(
      service,
      Effect.map(methods, (methods: Untyped) => ({ ...methods, ...extend(methods) }))
    )
    return Object.assign(service, { group, layer })
  }
