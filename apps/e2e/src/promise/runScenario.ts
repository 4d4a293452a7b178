import { isScenario, requireKnown, requireSameEffect } from "../scenario/Scenario.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import type { RunScenarioOptions } from "./perform.ts"

const { setImmediate, setTimeout } = globalThis

/** Whether the current timers are fake; wrapped timers are not. */
const areFake = () =>
  new Promise<boolean>((resolve) => {
    const pending = new Set(["timeout", "immediate"])
    const timeout = globalThis.setTimeout(() => pending.delete("timeout"), 0)
    const immediate = globalThis.setImmediate(() => pending.delete("immediate"))
    const look = () => {
      globalThis.clearTimeout(timeout)
      globalThis.clearImmediate(immediate)
      resolve(pending.size > 0)
    }
    // real timers have fired by then
    setTimeout(() => setImmediate(look), 100)
  })

const fakeTimersMessage =
  'runScenario cannot run with fake timers, because it would never end. Call vi.useRealTimers() first, or fake only some timers: vi.useFakeTimers({ toFake: ["Date"] }).'

/** Returns a message if timers are fake, otherwise `undefined`. */
const checkTimers = (): Promise<string | undefined> =>
  globalThis.setTimeout === setTimeout && globalThis.setImmediate === setImmediate
    ? Promise.resolve(undefined)
    : areFake().then((isFake) => (isFake ? fakeTimersMessage : undefined))

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
  Promise.all([
    // modules that only define scenarios do not load the runner
    import("./perform.ts"),
    isScenario(scenario) ? checkTimers() : notAScenario(scenario)
  ])
    .then(([{ perform }, reason]) => {
      if (reason !== undefined) throw new TypeError(reason)
      requireKnown("option", Object.keys(options), ["context", "target", "timeout", "seed", "allowDestructive"])
      return perform({ ...scenario, run: requireSameEffect("runScenario", scenario.run) }, options)
    })
    // made here, so that its stack has the call
    .catch(throwAt(new Error()))
