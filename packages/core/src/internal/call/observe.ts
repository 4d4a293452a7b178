import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"

/** Measures the calls of an operation, of which attributes tell: what each failed with, if it did, and its seconds. */
export type Measure = (
  attributes: Readonly<Record<string, string>>
) => (errorType: string | undefined, seconds: number) => Effect.Effect<void>

/** How the calls of clients built in this context are measured; not at all unless set. */
export const Measure = Context.Reference<Measure>("@remote-assist/core/Metrics/Measure", {
  defaultValue: () => () => () => Effect.void
})

const errorType = (cause: Cause.Cause<unknown>) =>
  Option.match(Cause.findErrorOption(cause), {
    onNone: () => (Cause.hasInterruptsOnly(cause) ? "interrupted" : "defect"),
    onSome: (error) => (Predicate.hasProperty(error, "_tag") ? String(error._tag) : "unknown")
  })

/** Makes a call a span, a debug log and a measurement; route templates only, so that no id or secret is in them. */
export const observe = (operation: string, method: string, template: string, region: string, measure: Measure) => {
  const attributes = {
    "http.request.method": method,
    "url.template": template,
    "remote_assist.region": region
  }
  const measured = measure(attributes)
  const note = (start: number, exit: Exit.Exit<unknown, unknown>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const seconds = (now - start) / 1000
      const type = Exit.isSuccess(exit) ? undefined : errorType(exit.cause)
      const noted = Effect.andThen(
        measured(type, seconds),
        Effect.logDebug(`${operation} ${type ?? "succeeded"} after ${seconds} s`)
      )
      return type === undefined ? noted : Effect.andThen(Effect.annotateCurrentSpan("error.type", type), noted)
    })
  const spanned = Effect.withSpan(operation, { kind: "client", attributes }, { captureStackTrace: false })
  return <A, E>(call: (start: number) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    spanned(Effect.flatMap(Clock.currentTimeMillis, (start) => Effect.onExit(call(start), (exit) => note(start, exit))))
}
