import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Something did not come to its end. */
export class NeverDone extends Schema.TaggedError<NeverDone>()("NeverDone", { seconds: Schema.Finite }) {
  override get message() {
    return `it was not done after ${this.seconds} s and was given up. Look for what is left.`
  }
}

/** Waits for something for as long as it may take, also where nothing may interrupt: then it is given up. */
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
 * Does something in a fiber that is interrupted when this is, and waits for its end only as long as it may take: where
 * nothing can interrupt it, it is left behind, which `left` hears of.
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

/** What the control plane of an emulator answers: it sets no limit of its own, and must not hold up a run. */
export const answered = <A, E, R>(act: Effect.Effect<A, E, R>) => within(act, "10 seconds")
