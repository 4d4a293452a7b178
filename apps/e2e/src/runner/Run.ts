import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { Gone, TargetKind } from "../targets/Target.ts"
import { attempt } from "./Attempt.ts"
import { placeOf, tagsOf } from "./discovery.ts"
import type { Found } from "./discovery.ts"
import type { Masking } from "./masking.ts"
import type { Attempt, Result } from "./Result.ts"

/** How to run scenarios. */
export interface RunOptions {
  readonly kind: TargetKind
  /** Default: `60 seconds`. */
  readonly timeout?: Duration.Input | undefined
  /** Default: 1. */
  readonly seed?: number | undefined
  readonly allowDestructive?: boolean | undefined
  /** Keep steps and exchanges also of scenarios that pass (default: true). */
  readonly withDetails?: boolean | undefined
  /** Read the emulator's journal also for scenarios that pass. */
  readonly withJournal?: boolean | undefined
  readonly masking?: Masking | undefined
}

/** The time limit of a scenario, unless the scenario or the run sets another. */
export const defaultTimeout: Duration.Input = "60 seconds"

const refused = (reason: string): Attempt => ({
  outcome: { _tag: "Skipped", reason },
  duration: 0,
  steps: [],
  exchanges: [],
  journal: [],
  leftovers: []
})

/** Runs one scenario, in a tenant of this name if the target has tenants. */
export const runOne = (
  found: Found,
  tenant: string,
  { allowDestructive = false, seed = 1, timeout = defaultTimeout, ...options }: RunOptions
): Effect.Effect<Result> => {
  const { kind } = options
  const { file, name, scenario } = found
  const ended =
    kind.isLive && scenario.destructive && !allowDestructive
      ? Effect.succeed(refused("it is destructive: allow it with --allow-destructive"))
      : attempt(scenario, file, { ...options, seed: `${seed} ${placeOf(found)}`, tenant, timeout })
  return Effect.map(ended, (attempt) => ({ name, file, tags: tagsOf(found), attempt }))
}

/** Fails if a scenario failed because the target is gone. A live region is only asked if an answer is missing. */
const stillThere = (kind: TargetKind, { exchanges, outcome }: Attempt) =>
  outcome._tag !== "Failed" || (kind.isLive && exchanges.every(({ answer }) => answer !== undefined))
    ? Effect.void
    : kind.isThere

/**
 * Runs scenarios in this process, each on its own target, and returns their results in the same order. If it is
 * interrupted, the scenarios clean up first. Fails if the target is gone.
 */
export const run = (
  scenarios: ReadonlyArray<Found>,
  { concurrency, id, ...options }: RunOptions & { readonly id: string; readonly concurrency: number }
): Effect.Effect<ReadonlyArray<Result>, Gone> =>
  Effect.forEach(
    scenarios,
    (found, index) =>
      Effect.tap(runOne(found, `e2e-${id}-${index}`, options), ({ attempt }) => stillThere(options.kind, attempt)),
    { concurrency }
  )
