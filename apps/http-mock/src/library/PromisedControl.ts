import type { RegionName } from "@remote-assist/core/Region"
import { didYouMean } from "@remote-assist/core/Text"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"

import type { ControlApi } from "../control/ControlApi.ts"
import type { OutboxMail, OutboxQuery } from "../control/outbox.ts"
import type { Exported } from "../persistence/Codec.ts"
import { formatSchemaError } from "../world/json.ts"
import { dateTimeAccepts, durationFrom, isDateTime } from "../world/timestamp.ts"
import type { Time } from "../world/timestamp.ts"
import type { EmulatedTenant } from "./EmulatedTenant.ts"
import { whileOpen, whileStreaming } from "./EmulatedTenant.ts"

type Whole = typeof Exported.Type | Uint8Array | string | number | boolean | null | undefined

/** A value with other types for date-times, durations and streams. */
type Convert<Value, Moment, Length> = unknown extends Value
  ? Value
  : Schema.Json extends Value
    ? Value
    : Value extends DateTime.DateTime
      ? Moment
      : Value extends Duration.Duration
        ? Length
        : Value extends Stream.Stream<infer Item, infer _E, infer _R>
          ? AsyncIterable<Convert<Item, Moment, Length>>
          : Value extends Whole
            ? Value
            : { readonly [Field in keyof Value]: Convert<Value[Field], Moment, Length> }

/** A value with `Date`, milliseconds and `AsyncIterable`. */
type Plain<Value> = Convert<Value, Date, number>

/** A value of a request, with `Date` or text for date-times, and milliseconds or text for durations. */
type PlainInput<Value> = Convert<Value, Date | string, Time>

type Part = "params" | "query" | "payload" | "headers"

type InputOf<
  Endpoint extends HttpApiEndpoint.ConstraintRequest,
  Name extends Part
> = Endpoint[`~${Capitalize<Name>}`]["Type"]

type Parts<Endpoint extends HttpApiEndpoint.ConstraintRequest> = {
  readonly [Name in Part as [InputOf<Endpoint, Name>] extends [never] ? never : Name]: PlainInput<
    InputOf<Endpoint, Name>
  >
}

/** A request, in which parts with optional fields only are optional. */
type Request<Parts> = {
  [Name in keyof Parts as Partial<Parts[Name]> extends Parts[Name] ? never : Name]: Parts[Name]
} & { [Name in keyof Parts as Partial<Parts[Name]> extends Parts[Name] ? Name : never]?: Parts[Name] }

type Flat<Value> = { [Name in keyof Value]: Value[Name] }

type Arguments<Parts> = [keyof Parts] extends [never]
  ? []
  : Partial<Request<Parts>> extends Request<Parts>
    ? [request?: Flat<Request<Parts>>]
    : [request: Flat<Request<Parts>>]

type Method<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? (...request: Arguments<Parts<Endpoint>>) => Promise<Plain<HttpApiClient.SuccessType<Endpoint["~Success"]>>>
  : never

type Groups = (typeof ControlApi)["groups"]

/**
 * The control plane of an emulator with promises: `control.clock.read()`. Methods use plain values, with `Date` for
 * date-times, and reject with the errors of the typed client, such as `NoMailProblem`.
 */
export type PromisedControl = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]["endpoints"]]: Method<Groups[Group]["endpoints"][Name]>
  }
}

const isPlainObject = (value: unknown): value is object =>
  Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype

const mapped = (value: unknown, change: (value: unknown, name?: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => change(item))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field, name)]))
}

const isStream = (value: unknown): value is Stream.Stream<unknown, unknown> => Stream.isStream(value)

const plain = (value: unknown): unknown => {
  if (isStream(value)) return Stream.toAsyncIterable(Stream.map(value, plain))
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  return Duration.isDuration(value) ? Duration.toMillis(value) : mapped(value, plain)
}

const toDateTime = (value: string | Date): DateTime.Utc => {
  if (Predicate.isString(value) ? !isDateTime(value) : Number.isNaN(value.getTime()))
    throw new RangeError(`${format(value)} is not a date-time. Use a Date, or ${dateTimeAccepts}.`)
  return DateTime.makeUnsafe(value)
}

// fields with durations
const durations = new Set(["advance", "timeout", "ttl"])

/** Converts a plain request for the typed client; throws for an invalid date-time or duration. */
const toTyped = (value: unknown, name = ""): unknown => {
  if (durations.has(name) && value !== undefined) return durationFrom(value)
  if (value instanceof Date || (name === "set" && Predicate.isString(value))) return toDateTime(value)
  return mapped(value, toTyped)
}

const parts: Readonly<Record<Part, object>> = { params: {}, query: {}, payload: {}, headers: {} }

const requestOf = (request: unknown = {}, method: string, isSaved: boolean): unknown => {
  const other = Predicate.isObject(request) ? Object.keys(request).find((name) => !Object.hasOwn(parts, name)) : request
  if (other !== undefined)
    throw new TypeError(
      `${method} has no parameter ${format(other)}. A request is an object with ${Object.keys(parts).join(", ")}.`
    )
  return Object.assign({}, parts, isSaved ? request : toTyped(request))
}

// properties that await, loggers and test frameworks read
const inspected = /^(?:then|toJSON|asymmetricMatch|nodeType|tagName|hasAttribute|inspect|length|[_$@~].*)$/

/** Creates members by name, as the client's code is not loaded yet. */
const byName = (make: (name: string) => unknown) =>
  new Proxy({}, { get: (_, name) => (Predicate.isString(name) && !inspected.test(name) ? make(name) : undefined) })

const member = (object: unknown, name: string, path: string): unknown => {
  if (!Predicate.isObject(object) || Object.hasOwn(object, name))
    return Predicate.isObject(object) ? Reflect.get(object, name) : undefined
  throw new TypeError(`There is no ${path}.${name}.${didYouMean(name, Object.keys(object))}`)
}

const isMethod = (value: unknown): value is (request: unknown) => Effect.Effect<unknown, unknown> =>
  Predicate.isFunction(value)

// a saved state is opaque
const states = new Set(["control.state.save", "control.state.load"])

const invalidRequest = (error: unknown, path: string) =>
  Schema.isSchemaError(error) ? new TypeError(`The request of ${path} is invalid: ${formatSchemaError(error)}.`) : error

/** Runs an effect for a method. Its error gets the stack of the method's caller, which is lost when the effect runs. */
const runFor = <A>(method: (...args: never) => unknown, effect: Effect.Effect<A, unknown>): Promise<A> => {
  const site = new Error()
  Error.captureStackTrace(site, method)
  return Effect.runPromise(effect).catch((error: unknown) => {
    if (!(error instanceof Error)) return Promise.reject(error)
    const frames = site.stack?.replace(/^Error\n/, "") ?? ""
    Reflect.defineProperty(error, "stack", { value: `${error.name}: ${error.message}\n${frames}`, configurable: true })
    return Promise.reject(error)
  })
}

type Promised = (client: Effect.Effect<object>, isClosed: () => boolean) => PromisedControl

// oxlint-disable-next-line typescript/no-explicit-any -- members are created by name, as PromisedControl describes them
export const promisedControl: Promised = (client, isClosed): any =>
  byName((group) =>
    byName((name) => {
      const path = `control.${group}.${name}`
      const isState = states.has(path)
      const call = (request: unknown) =>
        Effect.flatMap(client, (client) => {
          const method = member(member(client, group, "control"), name, `control.${group}`)
          return isMethod(method)
            ? Effect.mapError(method(requestOf(request, path, isState)), (error) => invalidRequest(error, path))
            : Effect.die(method)
        })
      const result = (value: unknown) =>
        isState ? value : plain(isStream(value) ? whileStreaming(isClosed)(value) : value)
      return function send(request: unknown) {
        return runFor(
          send,
          whileOpen(isClosed)(
            Effect.map(
              Effect.suspend(() => call(request)),
              result
            )
          )
        )
      }
    })
  )

/** An e-mail of a region. */
export type Mail = Plain<OutboxMail>

/** The filters of the e-mail to wait for. */
export interface MailWanted extends OutboxQuery {
  /** The timeout, at most a minute (default 5 seconds). */
  readonly timeout?: Time
}

/** A tenant of the emulated service, with its own worlds and clock. */
export interface PromisedTenant extends Pick<
  EmulatedTenant,
  "baseUrl" | "demo" | "fetch" | "handler" | "resetHandlers" | "use"
> {
  /** Returns the e-mails of a region, the oldest first. They stay in the process without `mailTo` and `mailWebhook`. */
  readonly outbox: (region: RegionName) => Promise<ReadonlyArray<Mail>>
  /** Returns the first matching e-mail, or waits for it. Rejects with a `NoMailProblem` after the timeout. */
  readonly waitForMail: (wanted?: MailWanted) => Promise<Mail>
  /** Advances the tenant's clock, so that tokens expire. */
  readonly advance: (time: Time) => Promise<void>
  /** The control plane: faults, snapshots, the journal, gaps and more. Its code is loaded on first use. */
  readonly control: PromisedControl
}

export const promisedTenant = (tenant: EmulatedTenant, isClosed: () => boolean): PromisedTenant => {
  const control = promisedControl(tenant.control, isClosed)
  const advance = (time: Time) =>
    runFor(
      advance,
      Effect.suspend(() => tenant.advance(durationFrom(time)))
    )
  return {
    ...Struct.pick(tenant, ["baseUrl", "demo", "fetch", "handler", "resetHandlers", "use"]),
    control,
    outbox: (region) => control.outbox.list({ query: { region } }),
    waitForMail: (wanted = {}) => control.outbox.wait({ query: wanted }),
    advance
  }
}
