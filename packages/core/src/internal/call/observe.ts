import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** Seconds that calls take, by the name and the buckets of OpenTelemetry's HTTP conventions. */
const duration = Metric.histogram("http.client.request.duration", {
  description: "Seconds a call took, its retries included",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

const errorType = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit)
    ? undefined
    : Option.match(Cause.findErrorOption(exit.cause), {
        onNone: () => (Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "defect"),
        onSome: (error) => (Predicate.hasProperty(error, "_tag") ? String(error._tag) : "unknown")
      })

/** Makes a call a span, a measurement and a debug log; route templates only, so that no id or secret is in them. */
export const observe = (operation: string, endpoint: HttpApiEndpoint.Top, region: string) => {
  const attributes = {
    "http.request.method": endpoint.method,
    "url.template": endpoint.path,
    "remote_assist.region": region
  }
  const durations = new Map<string | undefined, Metric.Metric<number, unknown>>()
  const durationOf = (type: string | undefined) => {
    const known = durations.get(type)
    if (known !== undefined) return known
    const made = Metric.withAttributes(
      duration,
      type === undefined ? attributes : { ...attributes, "error.type": type }
    )
    durations.set(type, made)
    return made
  }
  const note = Effect.fnUntraced(function* (start: number, exit: Exit.Exit<unknown, unknown>) {
    const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
    const type = errorType(exit)
    yield* Metric.update(durationOf(type), seconds)
    if (type !== undefined) yield* Effect.annotateCurrentSpan("error.type", type)
    yield* Effect.logDebug(`${operation} ${type ?? "succeeded"} after ${seconds} s`)
  })
  return <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (start) => Effect.onExit(call, (exit) => note(start, exit))).pipe(
      Effect.withSpan(operation, { kind: "client", attributes }, { captureStackTrace: false })
    )
}
