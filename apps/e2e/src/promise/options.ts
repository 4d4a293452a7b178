import type * as Duration from "effect/Duration"

/** What a test runner gives to the function of a test, such as vitest's context. */
export interface TestContext {
  /** Aborted when the test takes too long or is given up: the scenario is interrupted then, and cleans up. */
  readonly signal?: AbortSignal
  /** Skips the test, where the target does not offer what the scenario needs. */
  readonly skip?: (reason: string) => unknown
  /** What the end of the test waits for: that the scenario has cleaned up. */
  readonly onTestFinished?: (wait: () => Promise<void>) => unknown
  /** Whose name the scenario gets. */
  readonly task?: { readonly name: string; readonly file?: { readonly filepath: string } }
}

/** How to run a scenario in a test. */
export interface RunScenarioOptions {
  /** What the function of the test was given. */
  readonly context?: TestContext
  /**
   * What it runs against, a fresh emulator of this process unless set: `in-process`, `socket`, `live` (the region and
   * the people of the environment), or the address of an emulator, where it has a tenant of its own.
   */
  readonly target?: "in-process" | "socket" | "live" | `http://${string}` | `https://${string}`
  /** Longest that it may take, unless it says so itself; 60 seconds. It cleans up after that, as ever. */
  readonly timeout?: Duration.Input
  /** What its randomness starts from; 1 unless set. */
  readonly seed?: number
  /** Whether it may change on a live region what it did not create. */
  readonly allowDestructive?: boolean
}
