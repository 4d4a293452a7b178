import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as References from "effect/References"
import * as Result from "effect/Result"

import { CallOptions as CoreCallOptions } from "../CallOptions.ts"
import type { CallResponse } from "../CallOptions.ts"
import { CallTimeout } from "../CallTimeout.ts"
import { ClientClosed, InvalidRequest } from "../Errors.ts"
import { lazy } from "../internal/lazy.ts"
import type { CallOptions } from "./options.ts"
import { toPlain } from "./PlainValues.ts"

interface SignalListener {
  readonly callbacks: Set<() => void>
  readonly handleEvent: () => void
}

/** The state of one client that its methods share. */
export interface ClientRuntime {
  /** The context of every call. */
  readonly context: Context.Context<never>
  /** The default options of every call. */
  readonly options: CoreCallOptions
  /** Functions that stop running calls and paginators. */
  readonly running: Set<() => void>
  /** One listener for each signal: a listener for each call would be thousands, and Node warns above ten. */
  readonly signals: Map<AbortSignal, SignalListener>
  isClosed: boolean
}

const listen = ({ signals }: ClientRuntime, signal: AbortSignal): SignalListener => {
  const callbacks = new Set<() => void>()
  const listener = { callbacks, handleEvent: () => callbacks.forEach((callback) => callback()) }
  signals.set(signal, listener)
  signal.addEventListener("abort", listener)
  return listener
}

/** Calls back when a signal is aborted; returns a function that stops listening. */
export const onAbort = (runtime: ClientRuntime, signal: AbortSignal | undefined, abort: () => void): (() => void) => {
  if (signal === undefined) return () => undefined
  const listener = runtime.signals.get(signal) ?? listen(runtime, signal)
  listener.callbacks.add(abort)
  return () => {
    if (!listener.callbacks.delete(abort) || listener.callbacks.size > 0) return
    signal.removeEventListener("abort", listener)
    runtime.signals.delete(signal)
  }
}

/** The input of a call before it starts. */
export interface CallContext {
  readonly options: CallOptions
  readonly site: CallSite
  /** Why it must not start: its arguments are invalid. */
  readonly invalid?: unknown
}

/** Makes the error of a closed client, with the caller's stack. */
export const closed = ({ site }: CallContext) => withCallerStack(new ClientClosed({}), site)

/** Returns the error of invalid arguments, or what reading them throws, or `undefined`. */
export const validate = (operation: string, findProblems: () => ReadonlyArray<string>): unknown => {
  const problems = Result.try(findProblems)
  if (Result.isFailure(problems)) return problems.failure
  if (problems.success.length === 0) return undefined
  const reason = problems.success.join(" ").replaceAll(/(?<=\. )[a-z]/g, (first) => first.toUpperCase())
  return new InvalidRequest({ operation, reason })
}

/** Returns why a call must not start, or `undefined`. The reason is in an object: a signal may abort with `undefined`. */
export const rejection = ({ isClosed }: ClientRuntime, call: CallContext): { readonly reason: unknown } | undefined => {
  const { invalid, options, site } = call
  if (isClosed) return { reason: closed(call) }
  if (invalid !== undefined) return { reason: withCallerStack(invalid, site) }
  return options.signal?.aborted === true ? { reason: options.signal.reason } : undefined
}

/** Why the program ended a call early. */
export interface Ending {
  reason?: unknown
}

/** The name under which the spans of a call hold its {@link Ending}. */
export const endingKey = "remote_assist.ending"

/** Makes the context of a call's effects. */
export const effectContext = (
  { context, options }: ClientRuntime,
  { extra, headers, retries, timeout }: CallOptions,
  ending: Ending,
  onResponse?: (response: CallResponse) => void
): Context.Context<never> => {
  const own = Context.add(context, CoreCallOptions, {
    retries: retries ?? options.retries,
    headers: { ...options.headers, ...headers },
    extra,
    onResponse
  }).pipe(Context.add(References.TracerSpanAnnotations, { [endingKey]: ending }))
  return timeout === undefined ? own : Context.add(own, CallTimeout, timeout)
}

/** Starts an effect and settles with its result, unless its signal is aborted or the client closed first. */
export const start = <A>(
  runtime: ClientRuntime,
  effect: Effect.Effect<A, unknown>,
  call: CallContext,
  resolve: (value: A) => void,
  reject: (reason: unknown) => void,
  onResponse?: (response: CallResponse) => void
): void => {
  const { signal } = call.options
  const ending: Ending = {}
  const fiber = Effect.runForkWith(effectContext(runtime, call.options, ending, onResponse))(effect)
  const closeCall = () => fail(closed(call))
  const unregister = () => {
    runtime.running.delete(closeCall)
    ignoreSignal()
  }
  const fail = (reason: unknown) => {
    unregister()
    ending.reason = reason
    reject(reason)
    fiber.interruptUnsafe()
  }
  runtime.running.add(closeCall)
  const ignoreSignal = onAbort(runtime, signal, () => fail(signal?.reason))
  fiber.addObserver((exit) => {
    unregister()
    if (Exit.isSuccess(exit)) resolve(exit.value)
    else reject(withCallerStack(Cause.squash(exit.cause), call.site))
  })
}

/** Starts a call. */
export const startCall = (
  runtime: ClientRuntime,
  effect: () => Effect.Effect<unknown, unknown>,
  call: CallContext
): CallPromise<unknown> => {
  let response: CallResponse | undefined
  const answer = new Promise<unknown>((resolve, reject) => {
    const rejected = rejection(runtime, call)
    if (rejected !== undefined) return reject(rejected.reason)
    // inside the effect, an exception of `toPlain` rejects the promise; after it, nothing would catch the exception
    start(runtime, Effect.map(effect(), toPlain), call, resolve, reject, (received) => {
      response = received
    })
  })
  const withResponse = () =>
    answer.then((data) => {
      if (response === undefined) throw new Error("This call sent no request, so there is no response.")
      const { headers, raw, requestId, status } = response
      return { data, status, headers, requestId, raw: toPlain(raw) }
    })
  return Object.assign(answer, { withResponse })
}

/** An answer with its HTTP response. */
export interface WithResponse<A> extends Pick<CallResponse, "status" | "headers" | "requestId"> {
  /** The value that the promise itself resolves with. */
  readonly data: A
  /** The body as received, with fields that the contract does not name; secrets in it are a `Secret`. */
  readonly raw: unknown
}

/** The promise of a call's answer. The call has started, and is made once. */
export interface CallPromise<A> extends Promise<A> {
  /** Resolves with the answer, its status, its headers and the request id; rejects as the promise itself does. */
  withResponse(): Promise<WithResponse<A>>
}

/** The place in the program where a call was made, as the error that the call fails with. Its stack is built when it is read. */
export type CallSite = Error

// not every runtime has it; the others keep the stack frames of the SDK
const capture: unknown = Reflect.get(Error, "captureStackTrace")

/** Captures the caller of a function. */
export const captureCaller = (called: (...args: never) => unknown): CallSite => {
  const site = new Error()
  if (Predicate.isFunction(capture)) capture.call(Error, site, called)
  return site
}

const stackOf = ({ message, name }: Error, { stack = "" }: CallSite) => {
  const start = stack.indexOf("\n    at ")
  return `${name}: ${message}${start < 0 ? "" : stack.slice(start)}`
}

const inspectSymbol = Symbol.for("nodejs.util.inspect.custom")

const hidden = { writable: true, configurable: true, enumerable: false }

const isTagged = (error: unknown): error is Error & { readonly _tag: unknown } =>
  error instanceof Error && Predicate.hasProperty(error, "_tag")

const copyTo = (copy: Error, error: Error & { readonly _tag: unknown }) => {
  const { stack: _, ...fields } = Object.getOwnPropertyDescriptors(error)
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error))
  Object.defineProperties(copy, fields)
  // hides the method of Effect, so that Node prints the stack
  Reflect.defineProperty(copy, inspectSymbol, { ...hidden, value: undefined })
  return copy
}

/** Whether a stack gets the name of its error when it is read, as in V8. */
const isNamedWhenRead = lazy(() => {
  const { name, stack = "" } = copyTo(new Error(), new ClientClosed({}))
  return stack.startsWith(name)
})

/** Copies an error of the SDK with the caller's stack; returns any other value unchanged. */
export const withCallerStack = (error: unknown, site: CallSite): unknown => {
  if (!isTagged(error)) return error
  // several calls may fail with one error object, and one site with several errors
  const copy = copyTo(isTagged(site) ? new Error() : site, error)
  // Node shows the caller's line above an uncaught error whose stack was not read
  if (copy !== site || !isNamedWhenRead())
    Reflect.defineProperty(copy, "stack", { ...hidden, value: stackOf(copy, site) })
  return copy
}
