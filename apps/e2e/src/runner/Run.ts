import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { TargetKind, TargetLost } from "../targets/Target.ts"
import { attempt } from "./Attempt.ts"
import type { AttemptOptions } from "./Attempt.ts"
import { scenarioId, tagsOf } from "./discovery.ts"
import type { DiscoveredScenario } from "./discovery.ts"
import type { Attempt, Result } from "./Result.ts"

export interface RunOptions extends Pick<AttemptOptions, "kind" | "masking" | "withDetails" | "withJournal"> {
  /** Default: `60 seconds`. */
  readonly timeout?: Duration.Input | undefined
  /** Default: 1. */
  readonly seed?: number | undefined
  readonly allowDestructive?: boolean | undefined
}

/** The time limit of a scenario, unless the scenario or the run sets another. */
export const defaultTimeout: Duration.Input = "60 seconds"

const destructive: Attempt = {
  outcome: { _tag: "Skipped", reason: "it is destructive: allow it with --allow-destructive" },
  duration: 0,
  steps: [],
  exchanges: [],
  journal: [],
  leftovers: []
}

/** Runs one scenario, in a tenant of this name if the target has tenants. */
export const runOne = (
  found: DiscoveredScenario,
  tenant: string,
  { allowDestructive = false, seed = 1, timeout = defaultTimeout, ...options }: RunOptions
): Effect.Effect<Result> => {
  const { file, name, scenario } = found
  const ended =
    options.kind.isLive && scenario.destructive && !allowDestructive
      ? Effect.succeed(destructive)
      : attempt(scenario, file, { ...options, seed: `${seed} ${scenarioId(found)}`, tenant, timeout })
  return Effect.map(ended, (attempt) => ({ name, file, tags: tagsOf(found), attempt }))
}

/** Fails if a scenario failed because the target is lost. Checks a live region only if an answer is missing. */
const checkTarget = (kind: TargetKind, { exchanges, outcome }: Attempt) =>
  outcome._tag !== "Failed" || (kind.isLive && exchanges.every(({ answer }) => answer !== undefined))
    ? Effect.void
    : kind.checkAlive

/**
 * Runs scenarios in this process, each on its own target, and returns their results in the same order. If it is interrupted,
 * the scenarios clean up first. Fails if the target is lost.
 */
export const run = (
  scenarios: ReadonlyArray<DiscoveredScenario>,
  { concurrency, id, ...options }: RunOptions & { readonly id: string; readonly concurrency: number }
): Effect.Effect<ReadonlyArray<Result>, TargetLost> =>
  Effect.forEach(
    scenarios,
    (found, index) =>
      Effect.tap(runOne(found, `e2e-${id}-${index}`, options), ({ attempt }) => checkTarget(options.kind, attempt)),
    { concurrency }
  )
