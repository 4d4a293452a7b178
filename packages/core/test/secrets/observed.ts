import { inspect } from "node:util"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

import { keepingTracer } from "../support/tracer.ts"

/** A value with all that `util.inspect` finds in it. */
export const shown = (value: unknown) => inspect(value, { depth: 20, showHidden: true, maxStringLength: null })

const ofExit = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit)
    ? []
    : [
        String(exit.cause),
        Cause.pretty(exit.cause),
        ...exit.cause.reasons.flatMap((reason) => {
          const error = reason._tag === "Fail" ? reason.error : reason
          return [
            String(error),
            JSON.stringify(error),
            error instanceof Error ? `${error.message}\n${error.stack}` : ""
          ]
        })
      ]

/** Runs an effect, and yields its exit with all that a program can see of it: errors, spans and logs. */
export const observed = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const { spans, tracer } = keepingTracer()
  const logs: Array<string> = []
  const logger = Logger.make(({ cause, message }) => {
    logs.push(shown(message), Cause.pretty(cause))
  })
  return Effect.exit(effect).pipe(
    Effect.withTracer(tracer),
    Effect.provide(Logger.layer([logger])),
    Effect.provideService(References.MinimumLogLevel, "All"),
    Effect.map((exit) => ({
      exit,
      text: [
        shown(exit),
        JSON.stringify(exit),
        ...ofExit(exit),
        ...logs,
        ...spans.map(({ attributes, events, name, status }) => shown({ name, attributes, events, status }))
      ].join("\n")
    }))
  )
}

const readings = (text: string): string =>
  text
    .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/\\+u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/&#x0*([\da-f]{1,5});?/gi, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
    .replaceAll(/&#0*(\d{1,6});?/g, (_, digits: string) => String.fromCodePoint(Number(digits)))

const inBase64 = (word: string) =>
  [0, 1, 2].map((offset) =>
    Buffer.from(`${" ".repeat(offset)}${word}`)
      .toString("base64")
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + word.length) * 8) / 6))
  )

/** Whether a text has a word in it, encoded once or more. */
export const holds = (text: string, word: string): boolean => {
  const read = [text]
  for (let depth = 0; depth < 3; depth++) read.push(readings(read.at(-1) ?? ""))
  return read.some((one) => one.includes(word) || inBase64(word).some((form) => one.includes(form)))
}
