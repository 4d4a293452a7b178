import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { CurrentRecorder, CurrentStep } from "../recorder/Recorder.ts"
import { sameEffect } from "./sameEffect.ts"

const outcomeOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) ? "passed" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"

/** Does something under a title, which reports show with its requests, and which the documentation of a scenario is made of. */
export const step = <A, E, R>(title: string, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const own = sameEffect(`The step "${title}"`, act)
  return Effect.gen(function* () {
    const recorder = yield* CurrentRecorder
    const { end, id } = recorder.step(title, yield* CurrentStep)
    return yield* own.pipe(
      Effect.provideService(CurrentStep, id),
      Effect.onExit((exit) =>
        Effect.sync(() => end(outcomeOf(exit), Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined))
      )
    )
  })
}
