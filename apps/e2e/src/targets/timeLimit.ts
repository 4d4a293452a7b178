import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"

/** An effect exceeded its time limit. */
export class TimeLimitExceeded extends Schema.TaggedError<TimeLimitExceeded>()("TimeLimitExceeded", {
  message: Schema.String
}) {}

/** Runs an effect with a time limit. Abandons it if it is uninterruptible. */
export const withTimeLimit = <A, E, R>(act: Effect.Effect<A, E, R>, limit: Duration.Input) =>
  Effect.gen(function* () {
    const duration = Duration.fromInputUnsafe(limit)
    const fiber = yield* Effect.forkDetach(act)
    return yield* Effect.callback<A, E | TimeLimitExceeded>((resume) => {
      const timer = setTimeout(() => {
        const message = `it did not end within ${Duration.toSeconds(duration)} s and was abandoned. Look for leftovers.`
        resume(Effect.fail(new TimeLimitExceeded({ message })))
        fiber.interruptUnsafe()
      }, Duration.toMillis(duration))
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.sync(() => {
        clearTimeout(timer)
        fiber.interruptUnsafe()
      })
    })
  })

/**
 * Runs an effect in its own fiber, which is interrupted with the current one. If it does not end within `limit` after that, it
 * is abandoned and `onAbandon` is called.
 */
export const interruptWithin = <A, E, R>(act: Effect.Effect<A, E, R>, limit: Duration.Input, onAbandon: () => void) =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.callback<A, E>((resume) => {
      const fiber = Effect.runForkWith(context)(act)
      fiber.addObserver(resume)
      return Effect.catch(withTimeLimit(Fiber.interrupt(fiber), limit), () => Effect.sync(onAbandon))
    })
  )

/** Adds a time limit to a request to the control plane, whose client has none. */
export const withControlTimeout = <A, E, R>(act: Effect.Effect<A, E, R>) => withTimeLimit(act, "10 seconds")
