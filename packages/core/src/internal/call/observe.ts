import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** Seconds that calls take, by the name and the buckets of OpenTelemetry's HTTP conventions. */
const duration = Metric.histogram("http.client.request.duration", {
  description: "Seconds a call took, its retries included",
  boundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
})

const errorType = (cause: Cause.Cause<unknown>) =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => (Cause.hasInterruptsOnly(cause) ? "interrupted" : "defect"),
    onSome: (error) => (Predicate.hasProperty(error, "_tag") ? String(error._tag) : "unknown")
  })

/** Makes a call a span, a measurement and a debug log; route templates only, so that no id or secret is in them. */
export const observe = (operation: string, method: string, template: string, region: string) => {
  const attributes = {
    "http.request.method": method,
    "url.template": template,
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
  const note = (start: number, exit: Exit.Exit<unknown, unknown>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const seconds = (now - start) / 1000
      const type = Exit.isSuccess(exit) ? undefined : errorType(exit.cause)
      const measured = Effect.andThen(
        Metric.update(durationOf(type), seconds),
        Effect.logDebug(`${operation} ${type ?? "succeeded"} after ${seconds} s`)
      )
      return type === undefined ? measured : Effect.andThen(Effect.annotateCurrentSpan("error.type", type), measured)
    })
  const spanned = Effect.withSpan(operation, { kind: "client", attributes }, { captureStackTrace: false })
  return <A, E>(call: (start: number) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    spanned(Effect.flatMap(Clock.currentTimeMillis, (start) => Effect.onExit(call(start), (exit) => note(start, exit))))
}
