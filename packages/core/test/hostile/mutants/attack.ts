import { monitorEventLoopDelay } from "node:perf_hooks"

import { steps as allSteps } from "../acts.ts"
import { drive } from "../drive.ts"
import type { Finding } from "../drive.ts"
import { serving } from "../server.ts"
import { mutant } from "./mutant.ts"

/** What an attack saw. */
export interface Attacked {
  readonly findings: ReadonlyArray<Finding>
  /** How many steps ended so, by the name of the error. */
  readonly outcomes: ReadonlyMap<string, number>
  /** The longest block of the event loop, which servers and searches share, in milliseconds. */
  readonly longestBlock: number
  /** Resident bytes at the beginning and at the end. */
  readonly rss: readonly [before: number, after: number]
}

/** Answers that are met at once; each by one step after the other, or their order would not follow the seed. */
const batch = 16

/** Runs one batch of mutants after another while `goesOn` returns true for the number of mutants so far. */
export const attack = async (seed: number, goesOn: (met: number) => boolean, steps = allSteps): Promise<Attacked> => {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const before = process.memoryUsage.rss()
  const findings: Array<Finding> = []
  const outcomes = new Map<string, number>()
  for (let met = 0; goesOn(met); met += batch) {
    const answers = Array.from({ length: batch }, (_, index) => mutant(seed, met + index))
    const run = await serving(answers, (targets) => drive(targets, { lanes: 1, answers: batch, steps }))
    findings.push(...run.findings)
    for (const { outcome } of run.ended) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  delay.disable()
  return { findings, outcomes, longestBlock: delay.max / 1e6, rss: [before, process.memoryUsage.rss()] }
}
