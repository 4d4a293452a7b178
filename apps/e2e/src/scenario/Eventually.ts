import { pluralize } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { CurrentRecorder, mustRun } from "../recorder/Recorder.ts"
import { requireDuration, Target } from "../targets/Target.ts"
import type { ExpectationFailed } from "./Expect.ts"
import { requireSameEffect } from "./Scenario.ts"

/** A check did not pass in time. */
export class EventuallyTimeout extends Schema.TaggedError<EventuallyTimeout>()("EventuallyTimeout", {
  what: Schema.String,
  /** The name of the last check that did not pass. */
  check: Schema.String,
  attempts: Schema.Int,
  /** The waiting time by the clock of the target. */
  seconds: Schema.Finite,
  expected: Schema.String,
  actual: Schema.String
}) {
  override get message() {
    return `${this.what}: not within ${this.seconds} s, in ${pluralize(this.attempts, "attempt")}: ${this.check}\n  expected: ${this.expected}\n  actual:   ${this.actual}`
  }
}

const expectation = 'Expect.equal("the label", seen.active, false)'

export interface EventuallyOptions {
  /** Time limit. Default: 30 seconds. */
  readonly within?: Duration.Input
  /** Time between two attempts, at least 1 millisecond. Default: 1 second. */
  readonly every?: Duration.Input
}

/**
 * Repeats an Effect until a check of its value passes. Between attempts it advances the clock of an emulator, or waits at a live
 * region. A failure of the Effect ends the wait.
 */
export const eventually = <A, E, R, R2>(
  what: string,
  look: Effect.Effect<A, E, R>,
  check: (seen: A) => Effect.Effect<unknown, ExpectationFailed, R2>,
  { every = "1 second", within = "30 seconds" }: EventuallyOptions = {}
): Effect.Effect<A, E | EventuallyTimeout, R | R2 | Target> =>
  Effect.gen(function* () {
    const { advance, offers } = yield* Target
    const { labels } = yield* CurrentRecorder
    const labelled = <A, E, R>(act: Effect.Effect<A, E, R>) =>
      Effect.tapCause(act, (cause) => Effect.sync(() => labels.set(Cause.squash(cause), what)))
    const each = Duration.toMillis(requireDuration(`${what}: the option every`, every))
    if (each < 1) throw new TypeError(`${what}: the option every is ${format(every)}. Give at least "1 milli".`)
    const limit = Duration.toMillis(requireDuration(`${what}: the option within`, within))
    const pause = offers.includes("clock") ? advance(every) : Effect.sleep(every)
    const start = yield* Clock.currentTimeMillis
    for (let attempts = 1, waited = 0; ; attempts++) {
      const seen = yield* labelled(Effect.suspend(() => requireSameEffect("eventually", look)))
      const checked = Effect.suspend(() => requireSameEffect("The check of eventually", check(seen), expectation))
      const met = yield* Effect.result(labelled(checked))
      if (Result.isSuccess(met)) return seen
      if (waited >= limit) {
        const { actual, expected, what: check } = met.failure
        return yield* new EventuallyTimeout({ what, check, attempts, seconds: waited / 1000, expected, actual })
      }
      yield* pause
      waited = offers.includes("clock") ? waited + each : (yield* Clock.currentTimeMillis) - start
    }
  }).pipe(mustRun)
