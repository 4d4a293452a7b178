import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as SchemaAST from "effect/SchemaAST"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type * as Endpoint from "../Endpoint.ts"
import { partsOf } from "../Group.ts"
import { successesOf } from "../internal/answers.ts"
import { safeCallback } from "../internal/call/run.ts"
import { lazy } from "../internal/lazy.ts"
import * as Page from "../Page.ts"
import type { Region } from "../Region.ts"
import { pluralize } from "../Text.ts"
import type { Transport } from "../Transport.ts"
import type { UserToken } from "../UserToken.ts"
import { captureCaller, startCall, validate } from "./ClientRuntime.ts"
import type { ClientRuntime } from "./ClientRuntime.ts"
import * as Options from "./options.ts"
import type { Shrink, StreamOptions } from "./options.ts"
import * as Paginator from "./Paginator.ts"
import type { PromiseClient } from "./PlainTypes.ts"
import { encodeInput } from "./PlainValues.ts"

/** The services that a group needs. */
export type Base = Transport | Region | UserToken

/** A group of operations, to connect to with `connectTo`. */
export interface Group<Methods> {
  /** Such as `EnterpriseUsers`. */
  readonly id: string
  /** For `connectTo` only. */
  readonly build: (runtime: ClientRuntime, base: Context.Context<Base>) => Effect.Effect<Methods, never, Scope.Scope>
}

/** A parameter of a method, before its options. */
export interface Parameter {
  /** Its name in messages, such as `the user id`. */
  readonly label: string
  readonly type: SchemaAST.AST
  readonly isOptional?: boolean
  /** The option for fields that the contract does not name. */
  readonly extra?: "query" | "body"
}

/** The signature of a method. */
export interface Method {
  readonly parameters: ReadonlyArray<Parameter>
  /** What it pages through, if it returns a paginator. */
  readonly pages?: "entries" | "pages"
  /** Whether it may send a body. */
  readonly hasBody: boolean
  readonly options: Options.Checks
}

/** The methods of a service by name, each derived from the contract when it is first called. */
export type Table<Name extends string = string> = Readonly<Record<Name, () => Method>>

const wholes = {
  params: { label: "the path" },
  payload: { label: "the body", extra: "body" },
  query: { label: "the query", extra: "query" }
} as const

/** The parameter for a part of a request: the value of its only field, or an object of its fields. */
const parameterOf = ({ ast, fields, only, part }: ReturnType<typeof partsOf>[number]): Parameter => {
  const isOptional = part !== "params" && fields.every(({ type }) => SchemaAST.isOptional(SchemaAST.toType(type)))
  return only === undefined
    ? { ...wholes[part], type: SchemaAST.toType(ast), isOptional: part === "query" && isOptional }
    : { label: `the ${String(only.name).replaceAll("_", " ")}`, type: SchemaAST.toType(only.type), isOptional }
}

/** The method of an endpoint; `count` limits the number of its parameters. */
export const methodOf = (endpoint: Endpoint.Endpoint, count?: number): Method => ({
  parameters: partsOf(endpoint).map(parameterOf).slice(0, count),
  hasBody: endpoint.method !== "GET",
  options: Options.callChecks
})

const withoutPage = (type: SchemaAST.AST) =>
  SchemaAST.isObjects(type)
    ? new SchemaAST.Objects(
        type.propertySignatures.filter(({ name }) => name !== "page"),
        type.indexSignatures
      )
    : type

/** The method that pages through the entries, or the pages, of an endpoint's list. */
const paginatorOf = (endpoint: Endpoint.Endpoint, pages: "entries" | "pages"): Method => {
  const list = methodOf(endpoint)
  const isBare = Array.from(successesOf(endpoint).values())
    .flat()
    .some(({ ast }) => SchemaAST.isArrays(ast))
  return {
    ...list,
    parameters: list.parameters.map((parameter) => ({ ...parameter, type: withoutPage(parameter.type) })),
    pages,
    options: isBare ? Options.bareStreamChecks : Options.streamChecks
  }
}

const noOptions: StreamOptions = {}

// of the argument with the options
const ordinals = ["first", "second", "third"] as const

const makeHint =
  (options: Options.Checks, ordinal: string, extra: Parameter["extra"]) =>
  (name: string, known: Iterable<string>): string =>
    Object.hasOwn(options, name)
      ? `it is an option of the call, and goes in the ${ordinal} argument.`
      : `${Options.suggestion(name, known)}${extra === undefined ? "" : ` Fields that the contract does not name go in the ${ordinal} argument, as extra.${extra}.`}`

const isOptions = (value: unknown): value is StreamOptions => Options.isPlain(value)

/** Reads the options of a call; appends their problems. */
const readOptions = (checks: Options.Checks, value: unknown, ordinal: string, problems: Array<string>) => {
  if (value === undefined) return noOptions
  problems.push(...Options.findProblems(checks, value, ordinal))
  return isOptions(value) ? value : noOptions
}

const pageOptions = ({ collectFirst, from, onShrink, prefetch }: StreamOptions) => ({
  collectFirst,
  from,
  prefetch,
  onShrink: onShrink && ((shrink: Shrink) => safeCallback("onShrink", () => onShrink(shrink)))
})

// oxlint-disable-next-line typescript/no-explicit-any -- returns an effect or a stream, as the table says
type Member = (...args: ReadonlyArray<unknown>) => any

/** Pairs each page with the position to resume from: the start of the next page. */
const withPositions = (pages: Stream.Stream<unknown, unknown>, { page: first } = Page.start) => {
  let last = first - 1
  return Stream.map(pages, (entry) => {
    last = Predicate.hasProperty(entry, "page") && Predicate.isNumber(entry.page) ? entry.page : last + 1
    return { entry, position: { page: last + 1, taken: 0 } }
  })
}

const toPromiseMethod = (runtime: ClientRuntime, operation: string, member: Member, read: () => Method) => {
  const method = (...args: ReadonlyArray<unknown>) => {
    const site = captureCaller(method)
    const { hasBody, options: checks, pages, parameters } = read()
    const ordinal = ordinals[parameters.length] ?? "last"
    let options = noOptions
    let values: ReadonlyArray<unknown> = []
    const invalid = validate(operation, () => {
      const problems: Array<string> = []
      options = readOptions(checks, args[parameters.length], ordinal, problems)
      values = parameters.map(({ extra, isOptional, label, type }, index) => {
        const value = args[index]
        if (value === undefined && isOptional === true) return undefined
        return encodeInput(type, value, { at: label, hint: makeHint(checks, ordinal, extra), problems })
      })
      if (!hasBody && options.extra?.body !== undefined) problems.push("the request has no body for extra.body.")
      const max = parameters.length + 1
      if (args.length > max) problems.push(`it takes at most ${pluralize(max, "argument")}.`)
      return problems
    })
    const call = { options: invalid === undefined ? options : noOptions, site, invalid }
    if (pages === undefined) return startCall(runtime, () => member(...values), call)
    const stream = () => member(...values, pageOptions(options))
    const entries = pages === "entries" ? stream : () => withPositions(stream(), options.from)
    return Paginator.make(runtime, entries, call, operation)
  }
  return method
}

/** Wraps the methods of a service as promises and paginators. */
// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, as the table says
export const toPromises = (runtime: ClientRuntime, id: string, service: any, table: Table): any =>
  Record.map(table, (method, name) => {
    // the paginator reports the position of each entry, which `stream` drops
    const member = service[name === "stream" ? "positioned" : name]
    return toPromiseMethod(runtime, `${id}.${name}`, Predicate.isFunction(member) ? member : () => member, method)
  })

/** A method in addition to those of the endpoints: the endpoint that it calls, and the number of its parameters. */
type Alias = readonly [endpoint: string, count: number]

type Aliases<Name extends string> = [Name] extends [never]
  ? readonly [aliases?: Readonly<Record<string, Alias>>]
  : readonly [aliases: Readonly<Record<Name, Alias>>]

type Others<Service, Endpoints> = Exclude<keyof Service & string, keyof Endpoints | "stream" | "positioned" | "pages">

const tableOf = (endpoints: Readonly<Record<string, Endpoint.Endpoint>>, aliases: Readonly<Record<string, Alias>>) => {
  const table: Record<string, () => Method> = Record.map(endpoints, (endpoint) => lazy(() => methodOf(endpoint)))
  for (const [name, [alias, count]] of Object.entries(aliases)) {
    const endpoint = endpoints[alias]
    if (endpoint !== undefined) table[name] = lazy(() => methodOf(endpoint, count))
  }
  const { list } = endpoints
  if (list?.query !== undefined) {
    table["stream"] = lazy(() => paginatorOf(list, "entries"))
    table["pages"] = lazy(() => paginatorOf(list, "pages"))
  }
  return table
}

// a service class itself is not assignable: the compiler requires of a key that effects unify with it
interface GroupService<Service, Endpoints> {
  readonly key: string
  readonly Service: Service
  readonly group: Endpoint.Group<string, Endpoints>
  readonly layer: Layer.Layer<never, never, Base>
}

/** Makes a group of a service; `aliases` describe methods that are not endpoints. */
export const make = <Service extends object, Endpoints extends Readonly<Record<string, Endpoint.Endpoint>>>(
  service: GroupService<Service, Endpoints>,
  ...[aliases = {}]: Aliases<Others<Service, Endpoints>>
): Group<PromiseClient<Service>> => {
  const { endpoints, name } = service.group
  const table = tableOf(endpoints, aliases)
  return {
    id: name,
    build: (runtime, base) =>
      Effect.map(Layer.build(Layer.provide(service.layer, Layer.succeedContext(base))), (context) =>
        toPromises(runtime, name, context.mapUnsafe.get(service.key), table)
      )
  }
}
