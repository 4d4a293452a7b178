import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
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

/** Adds a time limit to a request to the control plane, whose client has none. */
export const withControlTimeout = <A, E, R>(act: Effect.Effect<A, E, R>) => withTimeLimit(act, "10 seconds")
