import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { leftoverLines, reasonLines } from "../runner/failureText.ts"
import type { Attempt } from "../runner/Result.ts"
import { runOne } from "../runner/Run.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf, runId } from "../targets/Target.ts"

/** The context that a test runner such as vitest passes to a test. */
export interface TestContext {
  /** Interrupts the scenario, which then cleans up. */
  readonly signal?: AbortSignal
  /** Skips the test if the target lacks a need of the scenario. */
  readonly skip?: (reason: string) => unknown
  /** Makes the end of the test wait for the clean-up. */
  readonly onTestFinished?: (wait: () => Promise<void>) => unknown
  /** Names the scenario. */
  readonly task?: { readonly name: string; readonly file?: { readonly filepath: string } }
}

export interface RunScenarioOptions {
  /** The context of the test. */
  readonly context?: TestContext
  /**
   * `in-process` (default, a new emulator), `socket`, `live` (the region and the users of the environment), or the address of an
   * emulator, where the scenario has its own tenant.
   */
  readonly target?: "in-process" | "socket" | "live" | `http://${string}` | `https://${string}`
  /** Time limit without the clean-up, unless the scenario has its own. Default: 60 seconds. */
  readonly timeout?: Duration.Input
  /** Random seed. Default: 1. */
  readonly seed?: number
  /** Whether a destructive scenario may run on a live region. */
  readonly allowDestructive?: boolean
}

/** A scenario did not pass as a test. */
export class ScenarioFailed extends Error {
  override readonly name = "ScenarioFailed"
  constructor(message: string, at?: string) {
    super(message)
    // test runners show this location
    this.stack = `${this.name}: ${message}${at === undefined ? "" : `\n    at scenario (${at})`}`
  }
}

const interruptedSteps = ({ steps }: Attempt) => {
  const titles = steps.filter(({ outcome }) => outcome === "interrupted").map(({ title }) => title)
  return titles.length === 0 ? "before its end" : `in the step "${titles.join(" › ")}"`
}

/** Returns the error of an attempt as a test, or `undefined` if it passed. */
const errorOf = (attempt: Attempt, more: ReadonlyArray<string>): ScenarioFailed | undefined => {
  const { outcome } = attempt
  if (outcome._tag === "Failed") {
    const { at, ...failure } = outcome.failure
    return new ScenarioFailed(["The scenario failed", ...reasonLines(attempt, failure), ...more].join("\n"), at)
  }
  if (outcome._tag === "Skipped") return new ScenarioFailed(`The scenario did not run: ${outcome.reason}.`)
  if (outcome._tag !== "Interrupted") return undefined
  const what = `The scenario was interrupted ${interruptedSteps(attempt)}, and cleaned up.`
  return new ScenarioFailed([what, ...leftoverLines(attempt.leftovers)].join("\n"))
}

/**
 * Runs an attempt as a test, which waits for the clean-up also after an abort. `more` is appended to the message of a failure.
 */
export const asTest = (
  attempted: (ended: (attempt: Attempt) => void) => Effect.Effect<void, unknown>,
  context: TestContext,
  more: ReadonlyArray<string> = []
): Promise<void> => {
  const { signal } = context
  let attempt: Attempt | undefined
  const done = Effect.runPromiseExit(
    attempted((ended) => {
      attempt = ended
    }),
    signal === undefined ? {} : { signal }
  )
  // called as a method, which node:test requires
  context.onTestFinished?.(() => done.then(() => {}))
  return done.then((exit) => {
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
    const error =
      attempt === undefined
        ? new ScenarioFailed("The scenario was interrupted before it started.")
        : errorOf(attempt, more)
    if (error === undefined) return
    if (attempt?.outcome._tag === "Skipped" && context.skip !== undefined)
      return void context.skip(attempt.outcome.reason)
    if (signal?.aborted === true) error.cause = signal.reason
    throw error
  })
}

/** Runs a scenario as a test, on its own target. */
export const perform = (
  scenario: Scenario,
  { context = {}, target = "in-process", ...options }: RunScenarioOptions
): Promise<void> =>
  asTest(
    (ended) =>
      Effect.gen(function* () {
        // a signal that is aborted already interrupts here
        yield* Effect.yieldNow
        const prefix = prefixOf(yield* runId)
        const kind = yield* choose(target, prefix)
        const { file, name = "scenario" } = context.task ?? {}
        const run = runOne({ name, file: file?.filepath ?? "", description: "", scenario }, `${prefix}-0`, {
          ...options,
          kind,
          checksUsers: true
        })
        yield* Effect.uninterruptible(Effect.map(run, ended))
      }).pipe(
        Effect.scoped,
        // a test may have changed the environment
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv())
      ),
    context
  )
