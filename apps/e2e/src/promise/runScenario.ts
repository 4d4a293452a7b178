import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { sameEffect } from "../scenario/sameEffect.ts"
import { isScenario } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./options.ts"
import type { Ended } from "./perform.ts"
import { fakedTimers } from "./timers.ts"

const nothing = () => {}

const noScenario = (value: unknown) =>
  `runScenario was given ${value === null ? "null" : typeof value === "object" ? "an object that is no scenario" : typeof value}. Give it what a scenario's file exports as its default, export default scenario(…).`

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
  const { signal, task } = context
  let last: Ended | undefined
  const ended = Effect.runPromiseExit(
    Effect.gen(function* () {
      const reason = isScenario(scenario) ? yield* Effect.promise(fakedTimers) : noScenario(scenario)
      if (reason !== undefined) return yield* Effect.die(new TypeError(reason))
      const own = { ...scenario, run: sameEffect("runScenario", scenario.run) }
      // what runs it is not loaded by those who only write scenarios
      const { perform } = yield* Effect.promise(() => import("./perform.ts"))
      yield* perform(own, { name: task?.name ?? "scenario", file: task?.file?.filepath ?? "" }, options, (end) => {
        last = end
      })
    }),
    signal === undefined ? {} : { signal }
  ).then((exit) => {
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
    return last ?? import("./perform.ts").then(({ notBegun }) => notBegun())
  })
  context.onTestFinished?.(() => ended.then(nothing, nothing))
  return ended.then((end) => {
    if (end._tag === "Passed") return
    // bound to the context, which node:test looks for
    if (end._tag === "Skipped" && context.skip !== undefined) return void context.skip(end.reason)
    if (signal?.aborted === true) end.error.cause = signal.reason
    throw end.error
  })
}
