import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { sameEffect } from "../scenario/sameEffect.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./options.ts"

const nothing = () => {}

/**
 * Runs a scenario as a test of vitest or another test runner. Rejects with a {@link ScenarioFailed}, whose message names
 * the step, what was expected and seen, the request and what the emulator's journal says of it. Each call has a target or a
 * tenant of its own, so tests may run at the same time.
 *
 * ```ts
 * test("a deactivated user is told so", (context) => runScenario(deactivated, { context }))
 * ```
 */
export const runScenario = (
  scenario: Scenario,
  { context = {}, ...options }: RunScenarioOptions = {}
): Promise<void> => {
  const { onTestFinished, signal, skip, task } = context
  const ended = Effect.runPromiseExit(
    Effect.gen(function* () {
      const own = { ...scenario, run: sameEffect("runScenario", scenario.run) }
      // what runs it is not loaded by those who only write scenarios
      const { perform } = yield* Effect.promise(() => import("./perform.ts"))
      return yield* perform(own, { name: task?.name ?? "scenario", file: task?.file?.filepath ?? "" }, options)
    }),
    signal === undefined ? {} : { signal }
  )
  onTestFinished?.(() => ended.then(nothing))
  return ended.then((exit) => {
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
    const { value } = exit
    if (value._tag === "Passed") return
    if (value._tag === "Skipped" && skip !== undefined) skip(value.reason)
    else throw value.error
  })
}
