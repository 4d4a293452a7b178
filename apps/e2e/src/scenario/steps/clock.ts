import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

import { Target } from "../../targets/Target.ts"
import { step } from "../Step.ts"

/** Stops the clock of a target at a date-time. */
export const freeze = (target: Target["Service"], at: string): Effect.Effect<void> =>
  Effect.flatMap(target.control, ({ clock }) =>
    Effect.orDie(clock.change({ payload: { set: DateTime.makeUnsafe(at), scale: 0 } }))
  )

/** Stops the clock at a date-time; for scenarios that need `control`. */
export const clockStandsAt = (at: string) =>
  step(
    `the clock stands at ${at}`,
    Effect.flatMap(Target, (target) => freeze(target, at))
  )
