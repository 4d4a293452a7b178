import * as Context from "effect/Context"
import * as EffectLogger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

import { callbackWarning } from "../internal/call/safeCallback.ts"

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

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (inner, name) => (Predicate.isObjectKeyword(inner) ? Reflect.get(inner, name) : undefined),
    value
  )

// without an environment, or without permission to read it, debugging is off
const isDebugging = () => {
  const value = Result.try(() => at(globalThis, "process", "env", "REMOTE_ASSIST_DEBUG"))
  return Result.isSuccess(value) && value.success === "1"
}

const consoleLogger: Logger = {
  debug: () => undefined,
  warn: (line) => console.warn(line),
  error: (line) => console.error(line)
}

type Write = (line: string) => unknown

type SafeLogger = Readonly<Record<keyof Logger, Write>>

/** Wraps a logger so that its errors fail no call; the first one is reported on the console. */
const guard = (logger: Logger, debug: Write): SafeLogger => {
  let isReported = false
  const report = (thrown: unknown) => {
    if (!isReported) console.warn(`remote-assist ${callbackWarning("the logger", thrown)}`)
    isReported = true
  }
  const safe =
    (write: Write): Write =>
    (line) => {
      const result = Result.try(() => write(line))
      if (Result.isFailure(result)) report(result.failure)
      else if (Predicate.isPromiseLike(result.success)) result.success.then(undefined, report)
    }
  return {
    debug: safe(debug),
    info: safe((line) => logger.info?.(line)),
    warn: safe((line) => (logger.warn === undefined ? debug(line) : logger.warn(line))),
    error: safe((line) => logger.error?.(line))
  }
}

const formatSpan = (span: Tracer.NativeSpan, end: bigint) => {
  const { attributes, name, startTime } = span
  const what = [attributes.get("http.request.method"), attributes.get("url.template")].join(" ")
  const outcome = [attributes.get("http.response.status_code"), attributes.get("error.type")].filter(
    Predicate.isNotUndefined
  )
  const milliseconds = Number((end - startTime) / 1_000_000n)
  const attempt = Number(attributes.get("http.request.resend_count") ?? 0) + 1
  return `remote-assist ${what} (${name}): ${outcome.join(" ")} after ${milliseconds} ms, attempt ${attempt}`
}

class LoggedSpan extends Tracer.NativeSpan {
  readonly #debug: Write

  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], debug: Write) {
    super(options)
    this.#debug = debug
  }

  override end(...[time, exit]: Parameters<Tracer.Span["end"]>) {
    super.end(time, exit)
    if (this.attributes.has("url.template")) this.#debug(formatSpan(this, time))
  }
}

const levels = { Info: "info", Warn: "warn", Error: "error", Fatal: "error" } as const

const isLevel = (level: string): level is keyof typeof levels => Object.hasOwn(levels, level)

const toEffectLogger = (logger: SafeLogger) =>
  EffectLogger.make(({ logLevel, message }) => {
    const line = `remote-assist ${Array.isArray(message) ? message.map(String).join(" ") : String(message)}`
    if (isLevel(logLevel)) logger[levels[logLevel]](line)
  })

/** Makes the context in which the calls of a client write to its logger. */
export const context = (setting: Logger | false = consoleLogger): Context.Context<never> => {
  const debugs = isDebugging()
  const logger =
    setting === false
      ? undefined
      : // called as a method, as loggers such as pino require
        guard(setting, (line) => (debugs ? console.error(line) : setting.debug(line)))
  const loggers = Context.make(
    EffectLogger.CurrentLoggers,
    new Set(logger === undefined ? [] : [toEffectLogger(logger)])
  ).pipe(Context.add(References.MinimumLogLevel, "Info"))
  return logger === undefined || (setting === consoleLogger && !debugs)
    ? loggers
    : Context.add(loggers, Tracer.Tracer, { span: (options) => new LoggedSpan(options, logger.debug) })
}
