import * as Effect from "effect/Effect"

import { isScenario, sameEffect } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./perform.ts"

const { setImmediate, setTimeout } = globalThis

/** Whether timers that were replaced since this was loaded stand still; wrapped ones go on. */
const standStill = () =>
  new Promise<boolean>((resolve) => {
    const left = new Set(["timeout", "immediate"])
    const timeout = globalThis.setTimeout(() => left.delete("timeout"), 0)
    const immediate = globalThis.setImmediate(() => left.delete("immediate"))
    const look = () => {
      globalThis.clearTimeout(timeout)
      globalThis.clearImmediate(immediate)
      resolve(left.size > 0)
    }
    // by then those above have had their turn, if they are real
    setTimeout(() => setImmediate(look), 100)
  })

const sentence =
  'runScenario cannot run while timers are faked: it would wait for ever. Call vi.useRealTimers() before it, or fake only what the test needs, as in vi.useFakeTimers({ toFake: ["Date"] }).'

/** Why nothing can run now: with faked timers a scenario, and its clean-up, would wait for ever. */
const fakedTimers = (): Promise<string | undefined> =>
  globalThis.setTimeout === setTimeout && globalThis.setImmediate === setImmediate
    ? Promise.resolve(undefined)
    : standStill().then((isStill) => (isStill ? sentence : undefined))

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
