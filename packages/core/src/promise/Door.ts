import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import * as Core from "../CallOptions.ts"
import type { CallResponse } from "../CallOptions.ts"
import { CallTimeout } from "../CallTimeout.ts"
import { ClientClosed, InvalidRequest } from "../Errors.ts"
import type { CallOptions } from "./CallOptions.ts"
import { decodeOutput, plainly } from "./Fields.ts"
import type { Fields } from "./Fields.ts"

interface Shared {
  readonly waiting: Set<() => void>
  readonly handleEvent: () => void
}

// a listener of each call would be one of thousands, and Node warns of more than ten
const shared = new WeakMap<AbortSignal, Shared>()

const listen = (signal: AbortSignal): Shared => {
  const waiting = new Set<() => void>()
  const made = { waiting, handleEvent: () => waiting.forEach((abort) => abort()) }
  shared.set(signal, made)
  signal.addEventListener("abort", made)
  return made
}

/** Calls back when a signal is aborted, by one listener for all that wait for it; yields what leaves it again. */
export const onAbort = (signal: AbortSignal | undefined, abort: () => void): (() => void) => {
  if (signal === undefined) return () => undefined
  const listener = shared.get(signal) ?? listen(signal)
  listener.waiting.add(abort)
  return () => {
    if (!listener.waiting.delete(abort) || listener.waiting.size > 0) return
    signal.removeEventListener("abort", listener)
    shared.delete(signal)
  }
}

/** Ends a call or a walk, for a reason. */
export type Stop = (reason: unknown) => void

/** The way from promises to the services of one client. */
export interface Door {
  /** What every call starts with. */
  readonly context: Context.Context<never>
  /** What the options of a call come on top of. */
  readonly options: Core.CallOptions
  /** What ends all that is under way. */
  readonly running: Set<() => void>
  isClosed: boolean
}

/** What is known of a call before it begins. */
export interface Made {
  readonly options: CallOptions
  readonly site: CallSite
  /** Why it must not begin: what it was made with does not fit. */
  readonly refused?: unknown
}

/** Says that the client was closed, where the call was made. */
export const closed = ({ site }: Made) => blame(new ClientClosed({}), site)

/** Why a call must not begin, if its input has problems, or throws where it is read. */
export const refusalOf = (operation: string, problemsIn: () => ReadonlyArray<string>): unknown => {
  const problems = Result.try(problemsIn)
  if (Result.isFailure(problems)) return problems.failure
  return problems.success.length === 0
    ? undefined
    : new InvalidRequest({ operation, reason: problems.success.join(" ") })
}

/** The reason why a call is not begun, or none. */
export const refusal = ({ isClosed }: Door, made: Made): { readonly reason: unknown } | undefined => {
  const { options, refused, site } = made
  if (isClosed) return { reason: closed(made) }
  if (refused !== undefined) return { reason: blame(refused, site) }
  return options.signal?.aborted === true ? { reason: options.signal.reason } : undefined
}

/** What the effects of a call start with. */
export const contextOf = (
  { context, options }: Door,
  { extra, headers, retries, timeout }: CallOptions,
  onResponse?: (received: Core.CallResponse) => void
): Context.Context<never> => {
  const own = Context.add(context, Core.CallOptions, {
    retries: retries ?? options.retries,
    headers: { ...options.headers, ...headers },
    extra,
    onResponse
  })
  return timeout === undefined ? own : Context.add(own, CallTimeout, timeout)
}

/** Starts an effect and settles with its end, unless its signal or the client's closing comes first. */
export const start = (
  door: Door,
  effect: Effect.Effect<unknown, unknown>,
  context: Context.Context<never>,
  made: Made,
  resolve: (value: unknown) => void,
  reject: (reason: unknown) => void
): Stop => {
  const { signal } = made.options
  const fiber = Effect.runForkWith(context)(effect)
  const end = () => stop(closed(made))
  const leave = () => {
    door.running.delete(end)
    leaveSignal()
  }
  const stop: Stop = (reason) => {
    leave()
    reject(reason)
    fiber.interruptUnsafe()
  }
  door.running.add(end)
  const leaveSignal = onAbort(signal, () => stop(signal?.reason))
  fiber.addObserver((exit) => {
    leave()
    if (Exit.isSuccess(exit)) resolve(exit.value)
    else reject(blame(Cause.squash(exit.cause), made.site))
  })
  return stop
}

/** Makes a call. */
export const call = (
  door: Door,
  effect: () => Effect.Effect<unknown, unknown>,
  made: Made,
  answer: Fields
): Call<unknown> => {
  let received: Core.CallResponse | undefined
  return new Call<unknown>(
    (resolve, reject) => {
      const refused = refusal(door, made)
      if (refused !== undefined) return reject(refused.reason)
      const context = contextOf(door, made.options, (answer) => {
        received = answer
      })
      // what throws here fails the effect: nobody waits for what throws behind its end
      const converted = Effect.map(effect(), (value) => decodeOutput(answer, value))
      start(door, converted, context, made, resolve, reject)
    },
    () => received
  )
}

/** An answer, and how it came. */
export interface WithResponse<A> extends Pick<Core.CallResponse, "status" | "headers" | "requestId"> {
  /** What the promise itself resolves with. */
  readonly data: A
  /** The body as it came, fields included that the contract does not name; what is secret in it is a `Secret`. */
  readonly raw: unknown
}

/** The promise of a call's answer. The call has begun, and is made once. */
export interface CallPromise<A> extends Promise<A> {
  /** Resolves with the answer, its status, its headers and the name of the request; rejects as the promise itself does. */
  withResponse(): Promise<WithResponse<A>>
}

type Settle<A> = (resolve: (value: A) => void, reject: (reason: unknown) => void) => void

/** A promise that knows the answer it was made of; what `then` makes is a promise as any other. */
export class Call<A> extends Promise<A> implements CallPromise<A> {
  readonly #received: () => CallResponse | undefined

  static override get [Symbol.species]() {
    return Promise
  }

  constructor(settle: Settle<A>, received: () => CallResponse | undefined) {
    super(settle)
    this.#received = received
  }

  withResponse(): Promise<WithResponse<A>> {
    return this.then((data) => {
      const received = this.#received()
      if (received === undefined) throw new Error("This call asked nothing of the service, so there is no response.")
      const { headers, raw, requestId, status } = received
      return { data, status, headers, requestId, raw: plainly(raw) }
    })
  }
}

/** The place in the program where a call was made. Its text is made when it is read. */
export interface CallSite {
  readonly stack?: string
}

const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Remembers who called the function. */
export const callerOf = (called: (...input: never) => unknown): CallSite => {
  if (!Predicate.isFunction(capture)) return new Error("called here")
  const site: CallSite = {}
  capture.call(Error, site, called)
  return site
}

const framesOf = ({ stack = "" }: CallSite) => {
  const start = stack.indexOf("\n    at ")
  return start < 0 ? "" : stack.slice(start)
}

const inspected = Symbol.for("nodejs.util.inspect.custom")

const hidden = { writable: true, configurable: true, enumerable: false }

// what fails several calls at once, such as the end of a session, is one object
const copyOf = (error: Error): Error =>
  Object.defineProperties(
    Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error)),
    Object.getOwnPropertyDescriptors(error)
  )

const isTagged = (error: unknown): error is Error & { readonly _tag: unknown } =>
  error instanceof Error && Predicate.hasProperty(error, "_tag")

/** Copies an error of the SDK with the caller's stack and its class as name; passes on any other. */
export const blame = (error: unknown, site: CallSite): unknown => {
  if (!isTagged(error)) return error
  const copy = copyOf(error)
  Reflect.defineProperty(copy, "name", { ...hidden, value: error._tag })
  Reflect.defineProperty(copy, inspected, { ...hidden, value: undefined })
  const stack = `${copy.name}: ${copy.message}${framesOf(site)}`
  Reflect.defineProperty(copy, "stack", { ...hidden, value: stack })
  return copy
}
