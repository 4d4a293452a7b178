import * as Context from "effect/Context"
import * as EffectLogger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import * as References from "effect/References"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

import { warningOf } from "../internal/call/tell.ts"

/** Where a client writes to, such as the console or pino; no line holds a secret or an id. */
export interface Logger {
  /** Called with a line for each call that has ended, and for what else helps to find a fault. */
  readonly debug: (line: string) => void
  /** Called with what is worth knowing. */
  readonly info?: ((line: string) => void) | undefined
  /** Called with what went wrong and was put right; `debug` is unless it is there. */
  readonly warn?: ((line: string) => void) | undefined
  /** Called with what went wrong. */
  readonly error?: ((line: string) => void) | undefined
}

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (inner, name) => (Predicate.isObjectKeyword(inner) ? Reflect.get(inner, name) : undefined),
    value
  )

// where there is no environment, or the program may not read it, nothing was asked for
const isAskedFor = () => {
  const asked = Result.try(() => at(globalThis, "process", "env", "REMOTE_ASSIST_DEBUG"))
  return Result.isSuccess(asked) && asked.success === "1"
}

const ofConsole: Logger = {
  debug: () => undefined,
  warn: (line) => console.warn(line),
  error: (line) => console.error(line)
}

type Write = (line: string) => unknown

type Guarded = Readonly<Record<keyof Logger, Write>>

/** The same, whose failures fail no call: the first of them is told on the console. */
const guarded = (logger: Logger, debug: Write): Guarded => {
  let isTold = false
  const fail = (thrown: unknown) => {
    if (!isTold) console.warn(`remote-assist ${warningOf("the logger", thrown)}`)
    isTold = true
  }
  const guard =
    (write: Write): Write =>
    (line) => {
      const written = Result.try(() => write(line))
      if (Result.isFailure(written)) fail(written.failure)
      else if (Predicate.isPromiseLike(written.success)) written.success.then(undefined, fail)
    }
  return {
    debug: guard(debug),
    info: guard((line) => logger.info?.(line)),
    warn: guard((line) => (logger.warn === undefined ? debug(line) : logger.warn(line))),
    error: guard((line) => logger.error?.(line))
  }
}

const lineOf = (span: Tracer.NativeSpan, end: bigint) => {
  const { attributes, name, startTime } = span
  const what = [attributes.get("http.request.method"), attributes.get("url.template")].join(" ")
  const outcome = [attributes.get("http.response.status_code"), attributes.get("error.type")].filter(
    Predicate.isNotUndefined
  )
  const milliseconds = Number((end - startTime) / 1_000_000n)
  const attempt = Number(attributes.get("http.request.resend_count") ?? 0) + 1
  return `remote-assist ${what} (${name}): ${outcome.join(" ")} after ${milliseconds} ms, attempt ${attempt}`
}

class Told extends Tracer.NativeSpan {
  readonly #debug: Write

  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], debug: Write) {
    super(options)
    this.#debug = debug
  }

  override end(...[time, exit]: Parameters<Tracer.Span["end"]>) {
    super.end(time, exit)
    if (this.attributes.has("url.template")) this.#debug(lineOf(this, time))
  }
}

const levels = { Info: "info", Warn: "warn", Error: "error", Fatal: "error" } as const

const isLevel = (level: string): level is keyof typeof levels => Object.hasOwn(levels, level)

const adapted = (logger: Guarded) =>
  EffectLogger.make(({ logLevel, message }) => {
    const line = `remote-assist ${Array.isArray(message) ? message.map(String).join(" ") : String(message)}`
    if (isLevel(logLevel)) logger[levels[logLevel]](line)
  })

/** What makes the calls of a client write to its logger. */
export const context = (setting: Logger | false = ofConsole): Context.Context<never> => {
  const isToErrors = isAskedFor()
  const logger =
    setting === false
      ? undefined
      : // called as a method, which a logger such as pino needs
        guarded(setting, (line) => (isToErrors ? console.error(line) : setting.debug(line)))
  const loggers = Context.make(
    EffectLogger.CurrentLoggers,
    new Set(logger === undefined ? [] : [adapted(logger)])
  ).pipe(Context.add(References.MinimumLogLevel, "Info"))
  return logger === undefined || (setting === ofConsole && !isToErrors)
    ? loggers
    : Context.add(loggers, Tracer.Tracer, { span: (options) => new Told(options, logger.debug) })
}
