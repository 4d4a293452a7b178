import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Exit from "effect/Exit"
import * as EffectLogger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

import { callbackWarning } from "../internal/call/run.ts"
import { endingKey } from "./ClientRuntime.ts"

/** A logger, such as the console or pino; no line holds a secret or an id. */
export interface Logger {
  /** Called with a line for each finished call, and with other debug messages. */
  readonly debug: (line: string) => void
  /** Called with information. */
  readonly info?: ((line: string) => void) | undefined
  /** Called with warnings; `debug` is called instead if it is missing. */
  readonly warn?: ((line: string) => void) | undefined
  /** Called with errors. */
  readonly error?: ((line: string) => void) | undefined
}

// without an environment, or without permission to read it, debugging is off
const isDebugging = () => {
  const environment = () => Reflect.get(Reflect.get(globalThis, "process"), "env")
  return Result.getOrUndefined(Result.try(() => Reflect.get(environment(), "REMOTE_ASSIST_DEBUG"))) === "1"
}

const consoleLogger: Logger = {
  debug: () => undefined,
  warn: (line) => console.warn(line),
  error: (line) => console.error(line)
}

/** A finished call. */
export interface FinishedCall {
  /** Group and name, such as `EnterpriseUsers.list`. */
  readonly operation: string
  /** Such as `GET`. */
  readonly method: string
  /** Path with parameters, such as `/v1r1/enterprise/users/:user_id`. */
  readonly template: string
  /** Status of the last answer, or `undefined` without one. */
  readonly status: number | undefined
  /** Number of requests: 1 without retries. */
  readonly attempt: number
  /** Duration in milliseconds, retries included. */
  readonly ms: number
  /** Request id of the last answer, for support requests. */
  readonly requestId: string | undefined
  /** The error that the call failed with, or `undefined`. */
  readonly error: unknown
}

/** The methods of a span of OpenTelemetry that the client calls. */
export interface OpenTelemetrySpan {
  setAttributes(attributes: Record<string, string | number | Array<string>>): unknown
  setStatus(status: { code: number; message?: string }): unknown
  end(endTime?: [seconds: number, nanoseconds: number]): void
}

/** A tracer of OpenTelemetry, such as that of `trace.getTracer("app")`. */
export interface OpenTelemetryTracer {
  startSpan(
    name: string,
    options?: { kind?: number; startTime?: [seconds: number, nanoseconds: number] }
  ): OpenTelemetrySpan
}

/** The settings of a client that observe its calls. */
export interface Observers {
  /** Logger of the client (default: warnings and errors to the console); `false` disables logging. */
  readonly logger?: Logger | false | undefined
  /** Called after each call, successful or not. */
  readonly onCall?: ((call: FinishedCall) => void) | undefined
  /** Tracer of OpenTelemetry, for a client span of each call. */
  readonly tracer?: OpenTelemetryTracer | undefined
}

type Write = (line: string) => unknown

/** Wraps callbacks so that their errors fail no call; the first one is reported on the console. */
const guard = (name: string) => {
  let isReported = false
  const report = (thrown: unknown) => {
    if (!isReported) console.warn(`remote-assist ${callbackWarning(name, thrown)}`)
    isReported = true
  }
  return <A>(callback: () => A): A | undefined => {
    const result = Result.try(callback)
    if (Result.isFailure(result)) report(result.failure)
    else if (Predicate.isPromiseLike(result.success)) result.success.then(undefined, report)
    return Result.getOrUndefined(result)
  }
}

/** Makes a function that calls the methods of a logger, as methods: loggers such as pino require it. */
const writer = (logger: Logger, isDebugging: boolean) => {
  const safe = guard("the logger")
  return (level: keyof Logger, line: string) =>
    safe(() => {
      const isDebug = level === "debug" || (level === "warn" && logger.warn === undefined)
      return isDebug && isDebugging ? console.error(line) : logger[isDebug ? "debug" : level]?.(line)
    })
}

const formatCall = ({ attempt, method, ms, operation, status, template }: FinishedCall, errorType: unknown) => {
  const outcome = [status, errorType].filter(Predicate.isNotUndefined).join(" ")
  return `remote-assist ${method} ${template} (${operation}): ${outcome} after ${ms} ms, attempt ${attempt}`
}

const numberOr = <A>(value: unknown, otherwise: A) => (Predicate.isNumber(value) ? value : otherwise)

const reasonOf = (ending: unknown) => (Predicate.hasProperty(ending, "reason") ? ending.reason : undefined)

const toFinishedCall = (
  { attributes, name, startTime }: Tracer.NativeSpan,
  end: bigint,
  exit: Exit.Exit<unknown, unknown>
): FinishedCall => {
  const requestId = attributes.get("http.response.header.x-request-id")
  return {
    operation: name,
    method: String(attributes.get("http.request.method")),
    template: String(attributes.get("url.template")),
    status: numberOr(attributes.get("http.response.status_code"), undefined),
    attempt: numberOr(attributes.get("http.request.resend_count"), 0) + 1,
    ms: Number((end - startTime) / 1_000_000n),
    requestId: Array.isArray(requestId) ? String(requestId) : undefined,
    error: Exit.isSuccess(exit) ? undefined : (reasonOf(attributes.get(endingKey)) ?? Cause.squash(exit.cause))
  }
}

const toTime = (nanoseconds: bigint): [number, number] => [
  Number(nanoseconds / 1_000_000_000n),
  Number(nanoseconds % 1_000_000_000n)
]

// of the enumerations of OpenTelemetry
const client = 2
const failed = 2

const isAttribute = (value: unknown): value is string | number | Array<string> =>
  Predicate.isString(value) || Predicate.isNumber(value) || Array.isArray(value)

/** Starts a span of a call; returns the function that ends it. */
const startSpan = (tracer: OpenTelemetryTracer, safe: ReturnType<typeof guard>, name: string, startTime: bigint) => {
  const span = safe(() => tracer.startSpan(name, { kind: client, startTime: toTime(startTime) }))
  return (attributes: ReadonlyMap<string, unknown>, end: bigint, error: unknown) =>
    safe(() => {
      span?.setAttributes(Record.filter(Object.fromEntries(attributes), isAttribute))
      if (error !== undefined) span?.setStatus({ code: failed, message: error instanceof Error ? error.message : "" })
      span?.end(toTime(end))
    })
}

/** Makes a tracer whose spans of calls are shown to the observers. */
const makeTracer = ({ onCall, tracer }: Observers, debug: Write | undefined): Tracer.Tracer => {
  const [safeCall, safeTracer] = [guard("onCall"), guard("the tracer")]
  return {
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      // a span of another kind is not a request
      if (options.kind !== "client") return span
      const endSpan = tracer && startSpan(tracer, safeTracer, options.name, options.startTime)
      const end = span.end.bind(span)
      span.end = (time, exit) => {
        end(time, exit)
        const call = toFinishedCall(span, time, exit)
        debug?.(formatCall(call, span.attributes.get("error.type")))
        endSpan?.(span.attributes, time, call.error)
        if (onCall !== undefined) safeCall(() => onCall(call))
      }
      return span
    }
  }
}

const levels = { Info: "info", Warn: "warn", Error: "error", Fatal: "error" } as const

const isLevel = (level: string): level is keyof typeof levels => Object.hasOwn(levels, level)

const toEffectLogger = (write: ReturnType<typeof writer>) =>
  EffectLogger.make(({ logLevel, message }) => {
    const line = `remote-assist ${Array.isArray(message) ? message.map(String).join(" ") : String(message)}`
    if (isLevel(logLevel)) write(levels[logLevel], line)
  })

/** Makes the context in which the calls of a client are observed. */
export const context = ({ logger: setting = consoleLogger, ...observers }: Observers): Context.Context<never> => {
  const debugs = isDebugging()
  const write = setting === false ? undefined : writer(setting, debugs)
  const loggers = Context.make(
    EffectLogger.CurrentLoggers,
    new Set(write === undefined ? [] : [toEffectLogger(write)])
  ).pipe(Context.add(References.MinimumLogLevel, "Info"))
  const debug = setting === consoleLogger && !debugs ? undefined : write && ((line: string) => write("debug", line))
  return debug === undefined && observers.onCall === undefined && observers.tracer === undefined
    ? loggers
    : Context.add(loggers, Tracer.Tracer, makeTracer(observers, debug))
}
