import * as Effect from "effect/Effect"

import type { DiscoveredScenario } from "../../src/runner/discovery.ts"
import * as Run from "../../src/runner/Run.ts"
import type { RunOptions } from "../../src/runner/Run.ts"
import type { Scenario } from "../../src/scenario/Scenario.ts"
import { inProcess } from "../../src/targets/inProcess.ts"

export const prefix = "e2e-test"

/** Scenarios by their names, as if they had been found in files. */
export const found = (scenarios: Readonly<Record<string, Scenario>>): ReadonlyArray<DiscoveredScenario> =>
  Object.entries(scenarios).map(([name, scenario]) => ({ name, file: `${name}.ts`, description: "", scenario }))

/** Runs scenarios one by one on emulators in this process. */
export const running = (scenarios: Readonly<Record<string, Scenario>>, options: Partial<RunOptions> = {}) =>
  Effect.suspend(() => Run.run(found(scenarios), { id: "test", kind: inProcess(prefix), concurrency: 1, ...options }))
