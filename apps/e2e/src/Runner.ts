import * as Client from "@remote-assist/core/Client"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import type { Scenario } from "./Scenario.ts"
import { Target } from "./Target.ts"

/** Longest a scenario may take, the making of its target included. */
const timeLimit = Duration.seconds(60)

class TooSlow extends Schema.TaggedError<TooSlow>()("TooSlow", { seconds: Schema.Finite }) {
  override get message() {
    return `The scenario was not done after ${this.seconds} s and was interrupted.`
  }
}

export type Outcome =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly reason: string }
  | { readonly _tag: "Skipped"; readonly reason: string }

/** How a scenario ended, and how long it took. */
export interface Result {
  readonly name: string
  readonly milliseconds: number
  readonly outcome: Outcome
}

export interface RunOptions {
  /** Made anew for each scenario, so that none sees what another did. */
  readonly target: TargetLayer
  readonly concurrency: number
  /** Starts no further scenario after one has failed. */
  readonly bail: boolean
  readonly onResult: (result: Result) => Effect.Effect<void>
}

/** A service to run against: what the SDK needs, and who is known there. */
export type TargetLayer = Layer.Layer<Target | Layer.Services<typeof Client.layer>, unknown>

const passed: Outcome = { _tag: "Passed" }

const perform = Effect.fnUntraced(function* (scenario: Scenario) {
  const { offers } = yield* Target
  const missing = scenario.needs.filter((need) => !offers.includes(need))
  if (missing.length > 0) {
    const skipped: Outcome = { _tag: "Skipped", reason: `the target offers no ${missing.join(", ")}` }
    return skipped
  }
  yield* Effect.scoped(scenario.run)
  return passed
})

const failed = (cause: Cause.Cause<unknown>): Outcome => {
  const errors = Cause.prettyErrors(cause)
  return { _tag: "Failed", reason: errors.map((error) => error.message).join("\n") }
}

/** Runs one scenario on a target of its own. */
export const runOne = (scenario: Scenario, target: TargetLayer): Effect.Effect<Result> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const outcome = yield* perform(scenario).pipe(
      Effect.provide(Layer.provideMerge(Client.layer, target), { local: true }),
      Effect.timeoutOrElse({
        duration: timeLimit,
        orElse: () => Effect.fail(new TooSlow({ seconds: Duration.toSeconds(timeLimit) }))
      }),
      Effect.catchCause((cause) => Effect.succeed(failed(cause)))
    )
    return { name: scenario.name, milliseconds: (yield* Clock.currentTimeMillis) - start, outcome }
  })

/** Runs scenarios beside each other, each on a target of its own, and yields their results in the given order. */
export const run = (
  scenarios: ReadonlyArray<Scenario>,
  { bail, concurrency, onResult, target }: RunOptions
): Effect.Effect<ReadonlyArray<Result>> => {
  let stopped = false
  return Effect.forEach(
    scenarios,
    (scenario) =>
      stopped
        ? Effect.succeed<Result>({
            name: scenario.name,
            milliseconds: 0,
            outcome: { _tag: "Skipped", reason: "an earlier scenario failed" }
          })
        : Effect.tap(runOne(scenario, target), (result) => {
            stopped = stopped || (bail && result.outcome._tag === "Failed")
            return onResult(result)
          }),
    { concurrency }
  )
}
