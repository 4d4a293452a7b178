import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"

import { leftoverLines } from "../reporters/lines.ts"
import { failureOf, lastAttempt } from "../runner/Result.ts"
import type { Attempt, Result } from "../runner/Result.ts"
import * as Run from "../runner/Run.ts"
import { prefixOf, runId } from "../runner/runId.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { choose } from "../targets/choose.ts"
import type { RunScenarioOptions } from "./options.ts"
import { failedWith, ScenarioFailed } from "./ScenarioFailed.ts"

/** How a scenario ended that was run as a test. */
export type Ended =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Failed"; readonly error: ScenarioFailed }
  | { readonly _tag: "Skipped"; readonly reason: string; readonly error: ScenarioFailed }

const failed = (error: ScenarioFailed): Ended => ({ _tag: "Failed", error })

const whereOf = (last: Attempt | undefined) => {
  const names = last?.steps.filter(({ outcome }) => outcome === "interrupted").map(({ title }) => title) ?? []
  return names.length === 0 ? "before its end" : `in the step "${names.join(" › ")}"`
}

const endOf = (result: Result): Ended => {
  const last = lastAttempt(result)
  const outcome = last?.outcome
  const failure = failureOf(result)
  if (last !== undefined && failure !== undefined) return failed(failedWith(last, failure))
  if (outcome?._tag === "Skipped")
    return {
      _tag: "Skipped",
      reason: outcome.reason,
      error: new ScenarioFailed(`The scenario did not run: ${outcome.reason}.`)
    }
  const leftovers = leftoverLines([result])
  if (outcome?._tag === "Interrupted")
    return failed(
      new ScenarioFailed(
        [`The scenario was interrupted ${whereOf(last)}, and cleaned up.`, ...leftovers].join("\n"),
        last
      )
    )
  return leftovers.length === 0 ? { _tag: "Passed" } : failed(new ScenarioFailed(leftovers.join("\n"), last))
}

/** The end of a scenario that was interrupted while its target was made. */
export const notBegun = (): Ended => failed(new ScenarioFailed("The scenario was interrupted before it began."))

/** Runs a scenario under the name of a test, and tells how it ended, also where that is by an interruption. */
export const perform = (
  scenario: Scenario,
  { file, name }: { readonly name: string; readonly file: string },
  { allowDestructive = false, seed = 1, target = "in-process", timeout = Run.defaultTimeout }: RunScenarioOptions,
  tell: (ended: Ended) => void
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const id = yield* runId
    const kind = yield* choose(target, prefixOf(id))
    const ran = Run.run([{ name, file, about: "", scenario }], {
      id,
      kind,
      concurrency: 1,
      allowDestructive,
      seed,
      timeout,
      tell: (event) => {
        if (event._tag === "ScenarioEnded") tell(endOf(event.result))
      }
    }).pipe(Effect.catchCause(() => Effect.void))
    yield* ran
  }).pipe(
    Effect.scoped,
    // as it is now: a test may have changed it
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv())
  )
