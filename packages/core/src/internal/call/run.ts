import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

import { CallOptions } from "../../CallOptions.ts"
import { CallTimeout } from "../../CallTimeout.ts"
import { InvalidRequest } from "../../Errors.ts"
import type { HttpRequest, HttpResponse } from "../../Http.ts"
import { isDuration } from "../../Retry.ts"
import type * as Retry from "../../Retry.ts"
import { knownToCall, maskOf, maskOfRequest } from "../secrets/masking.ts"
import type { KnownSecrets } from "../secrets/masking.ts"
import { secretsIn, secretsOf } from "../secrets/names.ts"
import type { Send } from "./attempts.ts"
import type { CallRequest } from "./Call.ts"
import { redactResponse } from "./Call.ts"
import type { InvalidInput, OnSecret } from "./request.ts"

// only its class and its first stack frame: the message may hold an argument of the callback, such as a token
const describe = (thrown: unknown) =>
  thrown instanceof Error
    ? [thrown.name, /\n\s+(at .+)/.exec(thrown.stack ?? "")?.[1]].filter(Predicate.isNotUndefined).join(" ")
    : `a ${typeof thrown}`

/** Formats the warning about a callback that threw. */
export const callbackWarning = (name: string, thrown: unknown): string =>
  `${name} threw ${describe(thrown)}. The error is ignored.`

/** Calls a callback of the program. If it throws or rejects, a warning is logged and nothing fails. */
export const safeCallback = (name: string, callback: () => unknown): Effect.Effect<void> =>
  Effect.suspend(() => {
    const warn = (thrown: unknown) => Effect.logWarning(callbackWarning(name, thrown))
    const result = Result.try(callback)
    if (Result.isFailure(result)) return warn(result.failure)
    if (!Predicate.isPromiseLike(result.success)) return Effect.void
    // handled now, as an unhandled rejection ends the process
    const outcome = Promise.resolve(result.success).then(() => Effect.void, warn)
    return Effect.promise(() => outcome).pipe(Effect.flatten, Effect.forkDetach, Effect.asVoid)
  })

/** Measures the calls of an operation with these attributes: the type of its error, if it failed, and its seconds. */
export type Measure = (
  attributes: Readonly<Record<string, string>>
) => (errorType: string | undefined, seconds: number) => Effect.Effect<void>

/** How clients built in this context measure calls (default: not at all). */
export const Measure = Context.Reference<Measure>("@remote-assist/core/Metrics/Measure", {
  defaultValue: () => () => () => Effect.void
})

/** The properties that all calls of an operation share. */
export interface Operation {
  readonly operation: string
  readonly method: string
  readonly template: string
  readonly region: string
  /** Base address for paths. */
  readonly apiUrl: string
  /** The secrets that the client knows. */
  readonly known: KnownSecrets
  readonly measure: Measure
}

/** One call: its name while the operation is held back, and how it is encoded, sent and decoded. */
export interface Steps<E> {
  readonly operation: string
  readonly retry: Retry.Class
  /** Whether to remember the secrets that it sends and receives. */
  readonly opens: boolean
  readonly send: Send<E>
  readonly input: unknown
  readonly encode: (options: CallOptions, onSecret: OnSecret) => Result.Result<HttpRequest, InvalidInput>
  readonly decode: (request: CallRequest, response: HttpResponse) => Effect.Effect<unknown, unknown>
}

const errorType = (cause: Cause.Cause<unknown>) =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => (Cause.hasInterruptsOnly(cause) ? "interrupted" : "defect"),
    onSome: (error) => (Predicate.hasProperty(error, "_tag") ? String(error._tag) : "unknown")
  })

const serverOf = (apiUrl: string) => {
  const url = URL.parse(apiUrl)
  const defaultPort = url?.protocol === "http:" ? 80 : 443
  return { address: url?.hostname ?? "", port: Number(url?.port) || defaultPort }
}

/** Makes a span, a debug log and a measurement of each call, without secrets. */
const observe = ({ apiUrl, measure, method, operation, region, template }: Operation) => {
  const { address, port } = serverOf(apiUrl)
  const attributes = {
    "http.request.method": method,
    "server.address": address,
    "server.port": port,
    "url.template": template,
    "remote_assist.region": region
  }
  const measureCall = measure({ ...attributes, "server.port": String(port) })
  const record = (start: number, exit: Exit.Exit<unknown, unknown>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const seconds = (now - start) / 1000
      const type = Exit.isSuccess(exit) ? undefined : errorType(exit.cause)
      const recorded = Effect.andThen(
        measureCall(type, seconds),
        Effect.logDebug(`${operation} ${type ?? "succeeded"} after ${seconds} s`)
      )
      return type === undefined ? recorded : Effect.andThen(Effect.annotateCurrentSpan("error.type", type), recorded)
    })
  const span = Effect.withSpan(operation, { kind: "client", attributes }, { captureStackTrace: false })
  return <A, E>(call: (start: number) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const observed = Effect.flatMap(Clock.currentTimeMillis, (start) =>
      Effect.onExit(call(start), (exit) => record(start, exit))
    )
    return Effect.withFiber((fiber) => (isTraced(fiber) ? span(observed) : observed))
  }
}

// what the default tracer records is never read
const isTraced = (fiber: Fiber.Fiber<unknown, unknown>) => fiber.getRef(Tracer.Tracer) !== Tracer.nativeTracer

const annotateRequest = (request: CallRequest) =>
  Effect.annotateCurrentSpan("url.full", maskOfRequest(request.call.known, request)(request.url))

const annotateResponse = (request: CallRequest, response: HttpResponse) => {
  const { requestId, status } = redactResponse(request, response)
  return Effect.annotateCurrentSpan({
    "http.response.status_code": status,
    ...(requestId === undefined ? {} : { "http.response.header.x-request-id": [requestId] })
  })
}

const receive =
  <E>({ decode, opens }: Steps<E>, { onResponse }: CallOptions, request: CallRequest, traced: boolean) =>
  (response: HttpResponse) => {
    const notified =
      onResponse === undefined || request.call.isHeldBack
        ? Effect.void
        : safeCallback("onResponse", () => onResponse(redactResponse(request, response)))
    const decoded = Effect.andThen(notified, decode(request, response))
    const opened = opens
      ? Effect.tap(decoded, (value) => Effect.sync(() => request.call.known.add(...secretsIn(value))))
      : decoded
    return traced ? Effect.andThen(annotateResponse(request, response), opened) : opened
  }

const invalidTimeout = 'CallTimeout must be a duration above 0, such as "5 seconds".'

/** Makes the function that runs the calls of an operation, each within its timeout. */
export const runner = (common: Operation) => {
  const observed = observe(common)
  return <E>(steps: Steps<E>): Effect.Effect<unknown, unknown> =>
    observed((start) =>
      Effect.withFiber((fiber): Effect.Effect<unknown, unknown> => {
        const options = fiber.getRef(CallOptions)
        const known = knownToCall(common.known)
        const encoded = steps.encode(options, (secret) => known.add(...secretsIn(secret)))
        if (Result.isFailure(encoded)) {
          const mask = maskOf(() => [...known.all(), ...secretsIn([steps.input, options.extra])])
          return Effect.fail(new InvalidRequest({ operation: common.operation, reason: mask(encoded.failure.message) }))
        }
        const timeout = fiber.getRef(CallTimeout)
        if (!isDuration(timeout, Number.MIN_VALUE))
          return Effect.fail(new InvalidRequest({ operation: common.operation, reason: invalidTimeout }))
        const limit = Duration.toMillis(timeout)
        const call = {
          operation: steps.operation,
          known,
          retry: steps.retry,
          retries: options.retries,
          limit,
          deadline: start + limit,
          repeats: 0,
          wasSent: false,
          isHeldBack: false,
          isUncertain: false
        }
        const request: CallRequest = { ...encoded.success, call }
        if (steps.opens) known.add(...secretsOf(request))
        const traced = isTraced(fiber)
        const answered = Effect.flatMap(steps.send(request), receive(steps, options, request, traced))
        return traced ? Effect.andThen(annotateRequest(request), answered) : answered
      })
    )
}
