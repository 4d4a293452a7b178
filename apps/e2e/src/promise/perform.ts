import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { leftoverLines, reasonLines } from "../runner/failureText.ts"
import type { Attempt, Failure } from "../runner/Result.ts"
import { defaultTimeout, runOne } from "../runner/Run.ts"
import type { Scenario } from "../scenario/Scenario.ts"
import { choose } from "../targets/choose.ts"
import { prefixOf, runId } from "../targets/Target.ts"

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

/** A scenario that ran as a test did not pass. */
export class ScenarioFailed extends Error {
  override readonly name = "ScenarioFailed"
  /** What is known of it, without secrets. */
  readonly attempt: Attempt | undefined
  constructor(message: string, attempt?: Attempt, at?: string) {
    super(message)
    this.attempt = attempt
    // test runners mark the line of the scenario, not of this module
    this.stack = `${this.name}: ${message}${at === undefined ? "" : `\n    at scenario (${at})`}`
  }
}

const failedWith = (attempt: Attempt, failure: Failure, more: ReadonlyArray<string>) =>
  new ScenarioFailed(
    ["The scenario failed", ...reasonLines(attempt, { ...failure, at: undefined }), ...more].join("\n"),
    attempt,
    failure.at
  )

const interruptedIn = ({ steps }: Attempt) => {
  const titles = steps.filter(({ outcome }) => outcome === "interrupted").map(({ title }) => title)
  return titles.length === 0 ? "before its end" : `in the step "${titles.join(" › ")}"`
}

/** Why an attempt counts as failed or skipped as a test; undefined if it passed. */
const errorOf = (attempt: Attempt, more: ReadonlyArray<string>): ScenarioFailed | undefined => {
  const { outcome } = attempt
  const leftovers = leftoverLines([attempt])
  if (outcome._tag === "Failed") return failedWith(attempt, outcome.failure, more)
  if (outcome._tag === "Skipped") return new ScenarioFailed(`The scenario did not run: ${outcome.reason}.`, attempt)
  if (outcome._tag === "Interrupted")
    return new ScenarioFailed(
      [`The scenario was interrupted ${interruptedIn(attempt)}, and cleaned up.`, ...leftovers].join("\n"),
      attempt
    )
  return leftovers.length === 0 ? undefined : new ScenarioFailed([...leftovers, ...more].join("\n"), attempt)
}

const nothing = () => {}

/**
 * Settles a test when an attempt has ended. The attempt is interrupted if the test is aborted; the end of the test then waits
 * for the clean-up. `more` is appended to the message of a failure.
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
  // bound to the context, which node:test looks for
  context.onTestFinished?.(() => done.then(nothing, nothing))
  return done.then((exit) => {
    if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) throw Cause.squash(exit.cause)
    const error =
      attempt === undefined
        ? new ScenarioFailed("The scenario was interrupted before it began.")
        : errorOf(attempt, more)
    if (error === undefined) return
    if (attempt?.outcome._tag === "Skipped" && context.skip !== undefined)
      return void context.skip(attempt.outcome.reason)
    if (signal?.aborted === true) error.cause = signal.reason
    throw error
  })
}

/** Runs a scenario under the name of a test. */
export const perform = (
  scenario: Scenario,
  { file, name }: { readonly name: string; readonly file: string },
  { allowDestructive, seed, target = "in-process", timeout = defaultTimeout }: Omit<RunScenarioOptions, "context">,
  ended: (attempt: Attempt) => void
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const prefix = prefixOf(yield* runId)
    const kind = yield* choose(target, prefix)
    const found = { name, file, about: "", scenario }
    const run = runOne(found, `${prefix}-0`, { kind, allowDestructive, seed, timeout })
    yield* Effect.uninterruptible(Effect.map(run, ({ attempt }) => ended(attempt)))
  }).pipe(
    Effect.scoped,
    // read now: a test may have changed the environment
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv())
  )
