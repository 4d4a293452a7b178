import * as Effect from "effect/Effect"

import { sameEffect } from "../scenario/sameEffect.ts"
import { isScenario } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./options.ts"
import { fakedTimers } from "./timers.ts"

const noScenario = (value: unknown) =>
  `runScenario was given ${value === null ? "null" : typeof value === "object" ? "an object that is no scenario" : typeof value}. Give it what a scenario's file exports as its default, export default scenario(…).`

/**
 * Runs a scenario as a test of vitest or another test runner. Rejects with an error whose message names the step, what was
 * expected and seen, the request and what the emulator's journal says of it. Each call has its own target or tenant, so tests
 * may run at the same time.
 *
 * ```ts
 * test("a deactivated user is told so", (context) => runScenario(deactivated, { context }))
 * ```
 */
export const runScenario = (
  scenario: Scenario,
  { context = {}, ...options }: RunScenarioOptions = {}
): Promise<void> => {
  const { task } = context
  // what runs a scenario is not loaded by those who only write scenarios
  return import("./perform.ts").then(({ asTest, perform }) =>
    asTest(
      (ended) =>
        Effect.gen(function* () {
          const reason = isScenario(scenario) ? yield* Effect.promise(fakedTimers) : noScenario(scenario)
          if (reason !== undefined) return yield* Effect.die(new TypeError(reason))
          const own = { ...scenario, run: sameEffect("runScenario", scenario.run) }
          return yield* perform(
            own,
            { name: task?.name ?? "scenario", file: task?.file?.filepath ?? "" },
            options,
            ended
          )
        }),
      context
    )
  )
}
