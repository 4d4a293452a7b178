import { isScenario, requireKnown, requireSameEffect } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./perform.ts"

const fakeTimersMessage =
  'runScenario cannot run with fake timers, because it would never end. Call vi.useRealTimers() first, or fake only some timers: vi.useFakeTimers({ toFake: ["Date"] }).'

// fake ones have a clock
const areTimersFake = () => [globalThis.setTimeout, globalThis.setImmediate].some((timer) => "clock" in timer)

const notAScenario = (value: unknown) =>
  `runScenario received a value of type ${typeof value}, not a scenario. Pass the default export of a scenario file: export default scenario(…).`

/** Throws an error that begins at the call of `runScenario`, unless it begins in the scenario. */
const throwAt = (caller: Error) => (error: unknown) => {
  if (error instanceof Error && !error.stack?.includes("\n    at scenario ("))
    error.stack = `${error.name}: ${error.message}${caller.stack?.replace(/^.*\n.*/, "")}`
  throw error
}

/**
 * Runs a scenario as a test of vitest or another test runner. The message of its error has the step, the expected and actual
 * values, the request and its entry in the emulator's journal. Each call has its own target or tenant, so tests may run in
 * parallel.
 *
 * ```ts
 * test("a deactivated user is refused", (context) => runScenario(deactivated, { context }))
 * ```
 */
export const runScenario = (scenario: Scenario, options: RunScenarioOptions = {}): Promise<void> =>
  // modules that only define scenarios do not load the runner
  import("./perform.ts")
    .then(({ perform }) => {
      if (!isScenario(scenario)) throw new TypeError(notAScenario(scenario))
      if (areTimersFake()) throw new TypeError(fakeTimersMessage)
      requireKnown("option", Object.keys(options), ["context", "target", "timeout", "seed", "allowDestructive"])
      return perform({ ...scenario, run: requireSameEffect("runScenario", scenario.run) }, options)
    })
    // made here, so that its stack has the call
    .catch(throwAt(new Error()))
