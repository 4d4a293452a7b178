import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Something did not end in time. */
export class NeverDone extends Schema.TaggedError<NeverDone>()("NeverDone", { seconds: Schema.Finite }) {
  override get message() {
    return `it was not done after ${this.seconds} s and was given up. Look for what is left.`
  }
}

/** Runs something with a time limit, also if it is uninterruptible: then it is left behind. */
export const within = <A, E, R>(act: Effect.Effect<A, E, R>, limit: Duration.Input) =>
  Effect.gen(function* () {
    const duration = Duration.fromInputUnsafe(limit)
    const fiber = yield* Effect.forkDetach(act)
    return yield* Effect.callback<A, E | NeverDone>((resume) => {
      const timer = setTimeout(() => {
        resume(Effect.fail(new NeverDone({ seconds: Duration.toSeconds(duration) })))
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
 * Runs something in its own fiber, which is interrupted with this one. If it then does not end within `limit`, it is left
 * behind, and `left` is called.
 */
export const leaving = <A, E, R>(act: Effect.Effect<A, E, R>, limit: Duration.Input, left: () => void) =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.callback<A, E>((resume) => {
      const fiber = Effect.runForkWith(context)(act)
      fiber.addObserver(resume)
      return Effect.callback<void>((done) => {
        const timer = setTimeout(() => {
          left()
          done(Effect.void)
        }, Duration.toMillis(limit))
        fiber.addObserver(() => {
          clearTimeout(timer)
          done(Effect.void)
        })
        fiber.interruptUnsafe()
      })
    })
  )

/** Limits a request to the control plane, whose client has no time limit. */
export const answered = <A, E, R>(act: Effect.Effect<A, E, R>) => within(act, "10 seconds")
