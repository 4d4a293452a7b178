import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Formatter from "effect/Formatter"
import * as Schema from "effect/Schema"

import { Target } from "../targets/Target.ts"
import type { Unmet } from "./Expect.ts"

/** What was waited for did not come. */
export class NeverMet extends Schema.TaggedError<NeverMet>()("NeverMet", {
  what: Schema.String,
  attempts: Schema.Int,
  /** How long was waited, by the clock of the target. */
  seconds: Schema.Finite,
  expected: Schema.String,
  /** What was seen last. */
  actual: Schema.String
}) {
  override get message() {
    return `${this.what}: not within ${this.seconds} s, in ${this.attempts} attempts\n  expected: ${this.expected}\n  last seen: ${this.actual}`
  }
}

/** How long to wait, and how long between two looks; 30 seconds and one unless set. */
export interface Patience {
  readonly within?: Duration.Input
  readonly every?: Duration.Input
}

/**
 * Looks at something until it is as expected. Between two looks an emulator's clock is moved on, a region is waited for.
 * A look that fails ends the wait at once.
 */
export const eventually = <A, E, R, R2>(
  what: string,
  look: Effect.Effect<A, E, R>,
  check: (seen: A) => Effect.Effect<unknown, Unmet, R2>,
  { every = "1 second", within = "30 seconds" }: Patience = {}
): Effect.Effect<A, E | NeverMet, R | R2 | Target> =>
  Effect.gen(function* () {
    const { advance, offers } = yield* Target
    const pause = offers.includes("clock") ? advance(every) : Effect.sleep(every)
    const each = Duration.toMillis(every)
    const longest = Duration.toMillis(within)
    const start = yield* Clock.currentTimeMillis
    for (let attempts = 1, waited = 0; ; attempts++) {
      const seen = yield* look
      const unmet = yield* Effect.match(check(seen), { onSuccess: () => undefined, onFailure: (unmet) => unmet })
      if (unmet === undefined) return seen
      if (waited >= longest) {
        const actual = Formatter.format(seen, { space: 2 })
        return yield* new NeverMet({ what, attempts, seconds: waited / 1000, expected: unmet.expected, actual })
      }
      yield* pause
      waited = offers.includes("clock") ? waited + each : (yield* Clock.currentTimeMillis) - start
    }
  })
