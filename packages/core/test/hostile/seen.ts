import { inspect } from "node:util"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type * as Tracer from "effect/Tracer"

import { keepingTracer } from "../support/tracer.ts"

/** What anybody could see of a step: text by where it stood. */
export type Seen = ReadonlyArray<readonly [where: string, text: string]>

const attempt = (make: () => unknown): string => {
  try {
    return String(make())
  } catch (error) {
    return `it threw ${String(error)}`
  }
}

const inspected = (value: unknown) => inspect(value, { depth: 20, showHidden: true, maxStringLength: 20_000 })

/** A value in the ways in which programs print one. */
export const printed = (name: string, value: unknown): Seen => [
  [`${name} inspected`, attempt(() => inspect(value))],
  [`${name} inspected with what is hidden`, attempt(() => inspected(value))],
  [`${name} as JSON`, attempt(() => JSON.stringify(value))],
  [`${name} as text`, attempt(() => String(value))]
]

/** An error in the ways in which programs print one. */
export const errorSeen = (error: unknown): Seen => [
  ...printed("the error", error),
  ...(error instanceof Error
    ? ([
        ["the message", error.message],
        ["the stack", String(error.stack)],
        ["the cause", inspected(error.cause)]
      ] as const)
    : [])
]

const exitSeen = (exit: Exit.Exit<unknown, unknown>): Seen =>
  exit._tag === "Success"
    ? printed("the value", exit.value)
    : [
        ["the cause, pretty", attempt(() => Cause.pretty(exit.cause))],
        ...printed("the exit", exit),
        ...errorSeen(Cause.squash(exit.cause))
      ]

/** Runs a step with its spans and logs kept. */
export const watched = <A, E>(
  step: Effect.Effect<A, E>
): Effect.Effect<{ readonly exit: Exit.Exit<A, E>; readonly seen: () => Seen }> =>
  Effect.suspend(() => {
    const { spans, tracer } = keepingTracer()
    const logs: Array<string> = []
    const logger = Logger.make(({ cause, message, fiber }) => {
      logs.push(inspect({ message, cause: Cause.pretty(cause) }, { depth: 20 }))
      logs.push(inspect(fiber.getRef(References.CurrentLogAnnotations), { depth: 20 }))
    })
    const spanSeen = (span: Tracer.NativeSpan): Seen => [
      [
        `the span ${span.name}`,
        `${span.name} ${inspect([span.attributes, span.events, span.links], { depth: 20, showHidden: true })}`
      ],
      ...(span.status._tag === "Ended"
        ? exitSeen(span.status.exit)
            .filter(([where]) => !where.startsWith("the exit"))
            .map(([where, text]) => [`the span ${span.name}, ${where}`, text] as const)
        : [])
    ]
    return Effect.exit(step).pipe(
      Effect.withTracer(tracer),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "All"),
      Effect.map((exit) => ({
        exit,
        seen: () => [...exitSeen(exit), ...spans.flatMap(spanSeen), ["the log", logs.join("\n")] as const]
      }))
    )
  })
