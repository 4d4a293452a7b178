import * as Deferred from "effect/Deferred"
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
    const message = `it did not end within ${Duration.toSeconds(limit)} s and was abandoned. Look for leftovers.`
    const ended = yield* Deferred.make<A, E | TimeLimitExceeded>()
    const late = Effect.delay(Deferred.fail(ended, new TimeLimitExceeded({ message })), limit)
    const fibers = [yield* Effect.forkDetach(Deferred.into(act, ended)), yield* Effect.forkDetach(late)]
    const stop = Effect.sync(() => fibers.forEach((fiber) => fiber.interruptUnsafe()))
    return yield* Effect.ensuring(Deferred.await(ended), stop)
  })

/** Adds a time limit to a request to the control plane, whose client has none. */
export const withControlTimeout = <A, E, R>(act: Effect.Effect<A, E, R>) => withTimeLimit(act, "10 seconds")
