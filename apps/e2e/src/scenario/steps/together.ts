import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { failureOf, outcomeText, seen } from "../Seen.ts"

/** Does several things at the same time, and tells in short what came of each; secrets are left out. */
export const outcomesTogether = <R>(
  acts: ReadonlyArray<Effect.Effect<unknown, unknown, R>>
): Effect.Effect<ReadonlyArray<string>, never, R> =>
  Effect.forEach(
    acts,
    (act) =>
      Effect.matchCauseEffect(act, {
        onSuccess: (value) => Effect.succeed(outcomeText({ _tag: "Answer", value: seen(value) })),
        onFailure: (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.succeed(outcomeText(failureOf(Cause.squash(cause))))
      }),
    { concurrency: "unbounded" }
  )
