import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as fc from "fast-check"

import { slowOperations } from "../compare/latency.ts"
import type { SlowOperation, Timed } from "../compare/latency.ts"
import { inProcess } from "../targets/inProcess.ts"
import { TargetLost } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import type { Command } from "./Command.ts"
import { sequences } from "./generate.ts"
import * as Pair from "./Pair.ts"
import type { CompletedCommand } from "./Pair.ts"
import { clock } from "./report.ts"
import * as Side from "./Side.ts"

export interface FuzzOptions {
  /** The target. Its clock is stopped. */
  readonly kind: TargetKind
  readonly runs: number
  readonly seed: number
  readonly commands: number
  /** Whether to also send several commands concurrently. */
  readonly concurrent: boolean
  /** How many times as long as on the model an operation may take on the target. Default: times are not compared. */
  readonly maxLatencyRatio?: number | undefined
  /** The name of the tenant of each run or rerun. */
  readonly tenant: (attempt: number) => string
}

/** The progress of the search, also if it ends early. Its numbers do not count reruns. */
export class Progress {
  runs = 0
  commands = 0
  found: ReadonlyArray<CompletedCommand> | undefined
  /** Whether the target failed only once with the sequence. */
  isIntermittent = false
  slow: ReadonlyArray<SlowOperation> = []
}

/** Whether the target failed with a server error, which may come and go. */
const isServerError = (done: ReadonlyArray<CompletedCommand>) =>
  done
    .flatMap(({ differences }) => differences)
    .some(({ b, kind }) => kind === "status" && Predicate.hasProperty(b, "status") && Number(b.status) >= 500)

// concurrent calls may arrive in another order each time
const maxChecks = 10

/**
 * Searches for a sequence of commands whose outcomes differ from those of the model, shortens it and reruns it on a new target.
 */
export const fuzz = Effect.fnUntraced(function* (options: FuzzOptions, progress: Progress = new Progress()) {
  const { concurrent, kind, runs, seed, tenant } = options
  const [modelTimes, targetTimes]: readonly [Array<Timed>, Array<Timed>] = [[], []]
  const makeModel = Side.makeFromLayer(inProcess("fuzz").make("model"), clock, modelTimes)

  let attempts = 0
  const attempt = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
    const isRun = progress.found === undefined
    if (isRun) progress.runs++
    const target = yield* Side.makeFromLayer(kind.make(tenant(++attempts)), clock, targetTimes)
    const pair = yield* Pair.make(target, makeModel)
    yield* Effect.forEach(commands, pair.run)
    if (isRun) progress.commands += pair.done.length
    return pair.differs() ? pair.done : undefined
  }, Effect.scoped)

  /** Runs commands on a new target and a new model. Returns the completed ones if there is a difference. */
  const differing = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
    const exit = yield* Effect.exit(attempt(commands))
    // reports a lost target instead
    if (Exit.isFailure(exit) || exit.value !== undefined) yield* kind.checkAlive
    const found = yield* exit
    progress.found = found ?? progress.found
    return found
  })

  const runPromiseExit = Effect.runPromiseExitWith(yield* Effect.context())
  let failure: Cause.Cause<unknown> | undefined
  yield* Effect.promise((signal) =>
    fc.check(
      fc.asyncProperty(sequences(options.commands, concurrent), (sequence) =>
        runPromiseExit(differing(sequence), { signal }).then((exit) => {
          if (Exit.isSuccess(exit)) return exit.value === undefined
          failure = exit.cause
          // ends the search
          throw new fc.PreconditionFailure(true)
        })
      ),
      { seed, numRuns: runs }
    )
  )
  if (failure !== undefined) return yield* Effect.failCause(failure)
  if (progress.found === undefined) {
    progress.slow = slowOperations(modelTimes, targetTimes, options.maxLatencyRatio)
    return progress
  }

  const shortest: ReadonlyArray<CompletedCommand> = progress.found
  const all = shortest.map(({ command }) => command)
  const checks = all.some((command) => "together" in command) ? maxChecks : 1
  for (let check = 1; check <= checks; check++) if ((yield* differing(all)) !== undefined) return progress
  if (isServerError(shortest)) return Object.assign(progress, { isIntermittent: true })
  progress.found = undefined
  return yield* new TargetLost({
    message: `A difference did not appear again on a new tenant: ${kind.name} was restarted or changed by another client. Rerun this when nobody else uses it.`
  })
})
