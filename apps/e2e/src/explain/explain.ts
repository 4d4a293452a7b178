import * as Effect from "effect/Effect"

import type { Difference } from "../compare/Difference.ts"
import type { Choices } from "../targets/withChoices.ts"
import type { Candidate } from "./candidates.ts"
import type { Emulation } from "./Emulation.ts"
import { leaveOut } from "./leaveOut.ts"
import type { Choosing } from "./leaveOut.ts"
import { distanceOf, nextStep, taking, tryChoices } from "./search.ts"
import type { Budget, Case } from "./search.ts"
import { settle } from "./settle.ts"
import { currentAt } from "./stages.ts"

/** A choice at a gap with which an emulator is like the other target where it was not. */
export interface Proposal extends Candidate {
  /** Differences that are there without it, by scenario. */
  readonly explains: ReadonlyArray<{ readonly scenario: string; readonly differences: ReadonlyArray<Difference> }>
  /** Choices that do the same in every scenario. */
  readonly orElse: ReadonlyArray<Candidate>
}

/** What makes an emulator like another target, and what nothing does. */
export interface Explanation {
  readonly proposals: ReadonlyArray<Proposal>
  readonly unexplained: ReadonlyArray<{ readonly scenario: string; readonly difference: Difference }>
  /** How often a scenario was run to find out. */
  readonly runs: number
  /** Whether runs were used up before all was tried. */
  readonly gaveUp: boolean
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0)

/** How far an emulator with choices is from the other target, in all scenarios together. */
const total = Effect.fnUntraced(function* (emulation: Emulation, cases: ReadonlyArray<Case>, choices: Choices) {
  return sum(yield* Effect.forEach(cases, (one) => Effect.map(tryChoices(emulation, one, choices), distanceOf)))
})

const mostScenarios = 8

/** Of choices that are equally good in one scenario, that which is best in others; then what is listed, and what is one gap. */
const pick = Effect.fnUntraced(function* (
  emulation: Emulation,
  cases: ReadonlyArray<Case>,
  choices: Choices,
  best: ReadonlyArray<ReadonlyArray<Candidate>>
) {
  const [first = []] = best
  if (best.length <= 1) return { chosen: first, others: [] }
  const some = cases.slice(0, mostScenarios)
  const totals = yield* Effect.forEach(best, (candidates) => total(emulation, some, taking(choices, candidates)))
  const least = Math.min(...totals)
  const ranked = best.filter((_, index) => (totals[index] ?? 0) - least < 1e-9)
  const exact = ranked.filter((candidates) => candidates.every(({ isExact }) => isExact))
  const [chosen = first, ...others] = exact.length > 0 ? exact : ranked
  return { chosen, others: others.filter(([one]) => one !== undefined && !chosen.some(({ id }) => id === one.id)) }
})

/** Takes choices scenario by scenario, each time those that bring it nearest, until none does. */
const search = Effect.fnUntraced(function* (emulation: Emulation, cases: ReadonlyArray<Case>, budget: Budget) {
  const taken = new Map<string, Candidate>()
  const others = new Map<string, ReadonlyArray<Candidate>>()
  let choices: Choices = emulation.chosen
  for (const one of cases) {
    while (budget.left > 0 && distanceOf(yield* tryChoices(emulation, one, choices)) > 0) {
      const from = yield* tryChoices(emulation, one, choices, true)
      const { best } = yield* nextStep(emulation, one, choices, from, budget)
      if (best.length === 0) break
      const picked = yield* pick(emulation, cases, choices, best)
      const chosen = yield* Effect.forEach(picked.chosen, (candidate) =>
        settle(emulation, one, taking(choices, picked.chosen), candidate, currentAt(emulation, choices, candidate.id))
      )
      for (const candidate of chosen) {
        const isExact = candidate.isExact && taken.get(candidate.id)?.isExact !== false
        taken.set(candidate.id, { ...candidate, isExact })
        others.set(candidate.id, picked.others.flat())
      }
      choices = taking(choices, chosen)
    }
  }
  const choosing: Choosing = { choices, taken }
  return { choosing, others }
})

/**
 * Finds the choices at gaps that make an emulator answer like another target, the fewest that do for all scenarios together,
 * and what each of them explains.
 */
export const explain = Effect.fnUntraced(function* (
  emulation: Emulation,
  cases: ReadonlyArray<Case>,
  differing: ReadonlySet<string>,
  mostRuns: number
) {
  const budget: Budget = { left: mostRuns }
  const affected = cases.filter(({ found }) => differing.has(found.name))
  const { choosing, others } = yield* search(emulation, affected, budget)
  const needed = yield* leaveOut(emulation, cases, choosing)
  const proposals = needed.attributed.map(({ candidate, explains }): Proposal => ({
    ...candidate,
    explains,
    orElse: others.get(candidate.id) ?? []
  }))
  const unexplained = needed.ends.flatMap(({ one, tried }) =>
    tried.comparison.differences.map((difference) => ({ scenario: one.found.name, difference }))
  )
  const explanation: Explanation = {
    proposals: proposals
      .filter(({ explains }) => explains.length > 0)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    unexplained,
    runs: mostRuns - budget.left,
    gaveUp: budget.left <= 0
  }
  return explanation
})
