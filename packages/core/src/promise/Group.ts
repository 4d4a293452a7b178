import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type * as Scope from "effect/Scope"

import type * as Endpoint from "../Endpoint.ts"
import { successesOf } from "../internal/answers.ts"
import { tell } from "../internal/call/tell.ts"
import { lazy } from "../internal/lazy.ts"
import type { Region } from "../Region.ts"
import type { Transport } from "../Transport.ts"
import type { UserToken } from "../UserToken.ts"
import { ofBareWalks, ofCalls, ofWalks } from "./CallOptions.ts"
import type { Shrink, WalkOptions } from "./CallOptions.ts"
import * as Checks from "./checks.ts"
import { suggestion } from "./checks.ts"
import { call, callerOf, refusalOf } from "./Door.ts"
import type { Door } from "./Door.ts"
import { encodeInput } from "./Fields.ts"
import * as Fields from "./Fields.ts"
import type { PromiseClient } from "./Promised.ts"
import { walk } from "./Walk.ts"

/** What the services of a group are built on. */
export type Base = Transport | Region | UserToken

/** A group of operations, to connect to with `connectTo`. */
export interface Group<Methods> {
  /** Such as `EnterpriseUsers`. */
  readonly id: string
  /** Of use to `connectTo` alone. */
  readonly build: (door: Door, base: Context.Context<Base>) => Effect.Effect<Methods, never, Scope.Scope>
}

/** One of the values that a method takes, before its options. */
export interface Input {
  /** What messages call it. */
  readonly at: string
  readonly fields: Fields.Fields
  readonly isOptional?: boolean
  /** Where fields go that the contract does not name. */
  readonly extra?: "query" | "body"
}

/** What a method takes and answers. */
export interface Method {
  readonly inputs: ReadonlyArray<Input>
  /** What is secret in the answer; of a walk, in each entry. */
  readonly answer: Fields.Fields
  readonly isWalk: boolean
  /** Whether it sends a body, or may. */
  readonly hasBody: boolean
  /** The options that it takes. */
  readonly options: Checks.Checks
}

/** The methods of a service by name, each read off the contract when it is first called. */
export type Table<Name extends string = string> = Readonly<Record<Name, () => Method>>

/** What a part of a request is passed as: its one field alone, or an object of its fields. */
const inputsOf = (
  part: "params" | "payload" | "query",
  { [part]: schema }: Endpoint.Endpoint
): ReadonlyArray<Input> => {
  if (schema === undefined) return []
  const fields = Fields.ofSchemas([schema])
  const optional = Fields.optionalIn(schema)
  const [only, ...others] = Fields.namesIn(fields)
  if (only !== undefined && others.length === 0)
    return [
      {
        at: `the ${only[0].replaceAll("_", " ")}`,
        fields: only[1],
        isOptional: optional.has(only[0]) && part !== "params"
      }
    ]
  return part === "payload"
    ? [{ at: "the body", fields, extra: "body" }]
    : [{ at: "the query", fields, extra: "query", isOptional: optional.size === others.length + 1 }]
}

/** The method that calls an endpoint; `inputs` is how many of its inputs it takes, all unless set. */
export const methodOf = (endpoint: Endpoint.Endpoint, inputs?: number): Method => ({
  inputs: (["params", "payload", "query"] as const).flatMap((part) => inputsOf(part, endpoint)).slice(0, inputs),
  answer: Fields.onlySecrets(Fields.ofSchemas([...successesOf(endpoint).values()].flat())),
  isWalk: false,
  hasBody: endpoint.method !== "GET",
  options: ofCalls
})

/** The method that walks the entries, or the pages, which an endpoint lists. */
const walkOf = (endpoint: Endpoint.Endpoint, of: "entries" | "pages"): Method => {
  const list = methodOf(endpoint)
  const tellsTotals = Fields.namesIn(Fields.ofSchemas([...successesOf(endpoint).values()].flat())).length > 0
  return {
    ...list,
    inputs: list.inputs.map((input) => ({ ...input, fields: Fields.without(input.fields, "page") })),
    answer: of === "pages" ? list.answer : Fields.ofItems(list.answer, "entries"),
    isWalk: true,
    options: tellsTotals ? ofWalks : ofBareWalks
  }
}

const none: WalkOptions = {}

const position = ["first", "second", "third"] as const

const hintOf =
  (options: Checks.Checks, place: string, extra: Input["extra"]) =>
  (name: string, known: Iterable<string>): string =>
    Object.hasOwn(options, name)
      ? `it is an option of the call, and goes in the ${place} argument.`
      : `${suggestion(name, known)}${extra === undefined ? "" : ` What the contract does not name goes in the ${place} argument, as extra.${extra}.`}`

const isOptions = (value: unknown): value is WalkOptions => Checks.isPlain(value)

/** The options of a call, of which what is wrong is added to the problems. */
const optionsOf = (checks: Checks.Checks, value: unknown, place: string, problems: Array<string>) => {
  if (value === undefined) return none
  problems.push(...Checks.problemsIn(checks, value, place))
  return isOptions(value) ? value : none
}

const walkOptions = ({ collectFirst, from, onShrink, prefetch }: WalkOptions) => ({
  collectFirst,
  from,
  prefetch,
  onShrink: onShrink && ((shrink: Shrink) => tell("onShrink", () => onShrink(shrink)))
})

// oxlint-disable-next-line typescript/no-explicit-any -- yields an effect or a stream, as the table tells
type Member = (...input: ReadonlyArray<unknown>) => any

const promised = (door: Door, operation: string, member: Member, read: () => Method) => {
  const described = lazy(() => {
    const { inputs, options, ...rest } = read()
    const place = position[inputs.length] ?? "last"
    return {
      ...rest,
      options,
      place,
      inputs: inputs.map((input) => ({ ...input, hint: hintOf(options, place, input.extra) }))
    }
  })
  const method = (...given: ReadonlyArray<unknown>) => {
    const site = callerOf(method)
    const { answer, hasBody, inputs, isWalk, options: checks, place } = described()
    let options = none
    let values: ReadonlyArray<unknown> = []
    const refused = refusalOf(operation, () => {
      const problems: Array<string> = []
      options = optionsOf(checks, given[inputs.length], place, problems)
      values = inputs.map(({ at, fields, hint, isOptional }, index) => {
        const value = given[index]
        return value === undefined && isOptional === true
          ? undefined
          : encodeInput(fields, value, { at, hint, problems })
      })
      if (!hasBody && options.extra?.body !== undefined) problems.push("the request has no body for extra.body.")
      if (given.length > inputs.length + 1) problems.push(`it takes ${inputs.length + 1} arguments at the most.`)
      return problems
    })
    const made = { options: refused === undefined ? options : none, site, refused }
    return isWalk
      ? walk(door, () => member(...values, walkOptions(options)), made, answer)
      : call(door, () => member(...values), made, answer)
  }
  return method
}

/** Makes the methods of a service as promises and walks. */
// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, as the table tells
export const methodsOf = (door: Door, id: string, service: any, table: Table): any =>
  Record.map(table, (method, name) => {
    const member = service[name]
    return promised(door, `${id}.${name}`, Predicate.isFunction(member) ? member : () => member, method)
  })

/** A method that a service has beside its endpoints: the endpoint that it calls, and how many of its inputs it takes. */
type Alias = readonly [endpoint: string, inputs: number]

type Aliases<Name extends string> = [Name] extends [never]
  ? readonly [aliases?: Readonly<Record<string, Alias>>]
  : readonly [aliases: Readonly<Record<Name, Alias>>]

type Others<Service, Endpoints> = Exclude<keyof Service & string, keyof Endpoints | "stream" | "pages">

const tableOf = (endpoints: Readonly<Record<string, Endpoint.Endpoint>>, aliases: Readonly<Record<string, Alias>>) => {
  const table: Record<string, () => Method> = Record.map(endpoints, (endpoint) => lazy(() => methodOf(endpoint)))
  for (const [name, [called, inputs]] of Object.entries(aliases)) {
    const endpoint = endpoints[called]
    if (endpoint !== undefined) table[name] = lazy(() => methodOf(endpoint, inputs))
  }
  const { list } = endpoints
  if (list?.query !== undefined)
    for (const [name, of] of [
      ["stream", "entries"],
      ["pages", "pages"]
    ] as const)
      table[name] = lazy(() => walkOf(list, of))
  return table
}

// of a key with a layer the compiler asks that it is one for all that an effect unifies with
interface Layered<Service, Endpoints> {
  readonly key: string
  readonly Service: Service
  readonly group: Endpoint.Group<string, Endpoints>
  readonly layer: Layer.Layer<never, never, Base>
}

/** Makes a group of a service, whose members have the names of its endpoints. */
export const make = <Service extends object, Endpoints extends Readonly<Record<string, Endpoint.Endpoint>>>(
  service: Layered<Service, Endpoints>,
  ...[aliases = {}]: Aliases<Others<Service, Endpoints>>
): Group<PromiseClient<Service>> => {
  const { endpoints, name } = service.group
  const table = tableOf(endpoints, aliases)
  return {
    id: name,
    build: (door, base) =>
      Effect.map(Layer.build(Layer.provide(service.layer, Layer.succeedContext(base))), (context) =>
        methodsOf(door, name, context.mapUnsafe.get(service.key), table)
      )
  }
}
