import type { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { ControlApi } from "../control/ControlApi.ts"
import type { OutboxMail, OutboxQuery } from "../control/outbox.ts"
import type { Exported } from "../persistence/Codec.ts"
import { meant } from "../world/similarity.ts"
import { isDateTime, dateTimeAccepts } from "../world/timestamp.ts"
import type { EmulatedTenant } from "./EmulatedTenant.ts"
import { durationFrom } from "./Time.ts"
import type { Time } from "./Time.ts"
import { whileOpen, whileStreaming } from "./webHandler.ts"

type Whole = typeof Exported.Type | Uint8Array | string | number | boolean | null | undefined

/** A value with a `Date` for each date-time, milliseconds for each duration, and an `AsyncIterable` for a stream. */
export type Plain<Value> = unknown extends Value
  ? Value
  : Schema.Json extends Value
    ? Value
    : Value extends DateTime.DateTime
      ? Date
      : Value extends Duration.Duration
        ? number
        : Value extends Stream.Stream<infer Item, infer _E, infer _R>
          ? AsyncIterable<Plain<Item>>
          : Value extends Whole
            ? Value
            : { readonly [Field in keyof Value]: Plain<Value[Field]> }

/** A value of a request: a `Date` or text for a date-time, milliseconds or text for a duration. */
type PlainInput<Value> = unknown extends Value
  ? Value
  : Schema.Json extends Value
    ? Value
    : Value extends DateTime.DateTime
      ? Date | string
      : Value extends Duration.Duration
        ? Time
        : Value extends Whole
          ? Value
          : { readonly [Field in keyof Value]: PlainInput<Value[Field]> }

type Part = "params" | "query" | "payload" | "headers"

type Parts<Endpoint extends HttpApiEndpoint.ConstraintRequest> = PlainInput<
  Pick<ClientRequest<Endpoint>, Extract<keyof ClientRequest<Endpoint>, Part>>
>

type ClientRequest<Endpoint extends HttpApiEndpoint.ConstraintRequest> = Exclude<
  HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >,
  void
>

/** A request whose parts may be left out if all of their fields are optional. */
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
 * The control plane of an emulator as promises: `control.clock.read()`. Methods take and return plain values, with a `Date`
 * for each date-time, and reject with the errors of the typed client, such as `NoMailProblem`.
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

const momentOf = (value: string | Date): DateTime.Utc => {
  if (Predicate.isString(value) ? !isDateTime(value) : Number.isNaN(value.getTime()))
    throw new RangeError(`${format(value)} is not a date-time. Use a Date, or ${dateTimeAccepts}.`)
  return DateTime.makeUnsafe(value)
}

// the fields of requests that are durations
const durations = new Set(["advance", "timeout", "ttl"])

/** A plain request as the typed client takes it; throws if a date-time or a duration in it is not valid. */
const typed = (value: unknown, name = ""): unknown => {
  if (durations.has(name) && value !== undefined) return durationFrom(value)
  if (value instanceof Date || (name === "set" && Predicate.isString(value))) return momentOf(value)
  return mapped(value, typed)
}

const parts: Readonly<Record<Part, object>> = { params: {}, query: {}, payload: {}, headers: {} }

const requestOf = (request: unknown = {}, method: string, isSaved: boolean): unknown => {
  const other = Predicate.isObject(request) ? Object.keys(request).find((name) => !Object.hasOwn(parts, name)) : request
  if (other !== undefined)
    throw new TypeError(
      `${method} takes no ${format(other)}. A request is an object with ${Object.keys(parts).join(", ")}.`
    )
  return Object.assign({}, parts, isSaved ? request : typed(request))
}

// what a value is asked when it is awaited, printed or compared
const ofValues = /^(?:then|toJSON|asymmetricMatch|nodeType|tagName|hasAttribute|inspect|length|[_$@~].*)$/

/** Members that are made by their names: those of the client are not known before its code is loaded. */
const byName = (make: (name: string) => unknown) =>
  new Proxy({}, { get: (_, name) => (Predicate.isString(name) && !ofValues.test(name) ? make(name) : undefined) })

const member = (of: unknown, name: string, place: string): unknown => {
  if (!Predicate.isObject(of) || Object.hasOwn(of, name))
    return Predicate.isObject(of) ? Reflect.get(of, name) : undefined
  const other = meant(name, Object.keys(of))
  throw new TypeError(`There is no ${place}.${name}.${other === undefined ? "" : ` Did you mean ${place}.${other}?`}`)
}

const isMethod = (value: unknown): value is (request: unknown) => Effect.Effect<unknown, unknown> =>
  Predicate.isFunction(value)

// a saved state is a value of its own, which goes back as it came
const states = new Set(["control.state.save", "control.state.load"])

type Promised = (client: Effect.Effect<object>, isClosed: () => boolean) => PromisedControl

// oxlint-disable-next-line typescript/no-explicit-any -- members are made by their names, as PromisedControl describes them
export const promisedControl: Promised = (client, isClosed): any =>
  byName((group) =>
    byName((name) => {
      const path = `control.${group}.${name}`
      const isState = states.has(path)
      const call = (request: unknown) =>
        Effect.flatMap(client, (client) => {
          const method = member(member(client, group, "control"), name, `control.${group}`)
          return isMethod(method) ? method(requestOf(request, path, isState)) : Effect.die(method)
        })
      const result = (value: unknown) =>
        isState ? value : plain(isStream(value) ? whileStreaming(isClosed)(value) : value)
      return (request: unknown) =>
        Effect.runPromise(
          whileOpen(isClosed)(
            Effect.map(
              Effect.suspend(() => call(request)),
              result
            )
          )
        )
    })
  )

/** An e-mail that a region would have sent. */
export interface Mail extends Omit<OutboxMail, "at"> {
  readonly at: Date
}

/** Which e-mail to wait for: each field where given. */
export interface MailWanted extends OutboxQuery {
  /** How long to wait, a minute at most; 5 seconds unless set. */
  readonly timeout?: Time
}

/** The emulated service as one tenant sees it: worlds and a clock of its own. */
export interface PromisedTenant extends Pick<
  EmulatedTenant,
  "baseUrl" | "demo" | "fetch" | "handler" | "resetHandlers" | "use"
> {
  /** The e-mails that a region sent, the oldest first; none leaves the process unless `mailTo` or `mailWebhook` say where to. */
  readonly outbox: (region: RegionName) => Promise<ReadonlyArray<Mail>>
  /** The first e-mail that fits, as soon as it is there. Rejects with a `NoMailProblem` when none comes in time. */
  readonly waitForMail: (wanted?: MailWanted) => Promise<Mail>
  /** Moves the tenant's clock on, so that tokens expire. */
  readonly advance: (time: Time) => Promise<void>
  /** The control plane: faults, snapshots, the journal, gaps and more. Its code is loaded by the first call. */
  readonly control: PromisedControl
}

export const promisedTenant = (tenant: EmulatedTenant, isClosed: () => boolean): PromisedTenant => {
  const { baseUrl, demo, fetch, handler, resetHandlers, use } = tenant
  const control = promisedControl(tenant.control, isClosed)
  return {
    baseUrl,
    demo,
    fetch,
    handler,
    use,
    resetHandlers,
    control,
    outbox: (region) => control.outbox.list({ query: { region } }),
    waitForMail: (wanted = {}) => control.outbox.wait({ query: wanted }),
    advance: (time) => Effect.runPromise(Effect.suspend(() => tenant.advance(durationFrom(time))))
  }
}
