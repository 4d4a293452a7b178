import * as Effect from "effect/Effect"

import { compareAttempts } from "../compare/compareAttempts.ts"
import type { Comparison, CompareOptions } from "../compare/compareAttempts.ts"
import type { Side } from "../compare/Side.ts"
import type { Found } from "../runner/discover.ts"
import type { Choices } from "../targets/withChoices.ts"
import type { Candidate } from "./candidates.ts"
import type { Emulation } from "./Emulation.ts"
import { stagesOf } from "./stages.ts"

/** A scenario, and what it was like on the other target. */
export interface Case {
  readonly found: Found
  readonly other: Side
  readonly options: Effect.Effect<CompareOptions>
}

/** A scenario on an emulator with choices, compared with the other target. */
export interface Tried {
  readonly side: Side
  readonly comparison: Comparison
}

/** Runs a scenario with choices, and compares it. */
export const tryChoices = Effect.fnUntraced(function* (
  { run }: Emulation,
  { found, options, other }: Case,
  choices: Choices,
  withJournal = false
) {
  const side = yield* run(found, choices, withJournal)
  const tried: Tried = { side, comparison: compareAttempts(side, other, yield* options) }
  return tried
})

/** How far an emulator is from the other target, in a scenario as a whole. */
export const distanceOf = ({ comparison }: Tried): number =>
  comparison.distances.reduce((sum, distance) => sum + distance, 0)

/** Whether one is nearer to the other target at the first request at which they are not equally near. */
export const compareDistances = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const index = other.findIndex((distance, position) => Math.abs(distance - (one[position] ?? 0)) > 1e-9)
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

/** The choices that bring an emulator nearest to the other target; they are equally good. */
export interface Step {
  readonly best: ReadonlyArray<ReadonlyArray<Candidate>>
  readonly tried: Tried
}

/** How many runs are left; a search ends with them. */
export interface Budget {
  left: number
}

const taking = (choices: Choices, candidates: ReadonlyArray<Candidate>): Choices =>
  new Map([...choices, ...candidates.map(({ choice, id }) => [id, choice] as const)])

/** The candidates that bring a scenario nearer than it is, of those that do it best. */
const nearest = Effect.fnUntraced(function* (
  emulation: Emulation,
  one: Case,
  choices: Choices,
  candidates: ReadonlyArray<ReadonlyArray<Candidate>>,
  from: Tried,
  budget: Budget
) {
  let best: Array<ReadonlyArray<Candidate>> = []
  let nearest = from
  for (const candidate of candidates) {
    if (budget.left <= 0) break
    const takes = yield* Effect.forEach(candidate, ({ choice, id }) => emulation.takes(id, choice))
    if (takes.includes(false)) continue
    budget.left--
    const tried = yield* tryChoices(emulation, one, taking(choices, candidate))
    const order = compareDistances(tried.comparison.distances, nearest.comparison.distances)
    if (order < 0) {
      best = [candidate]
      nearest = tried
    } else if (order === 0 && best.length > 0) best.push(candidate)
  }
  return { best, tried: nearest }
})

const mostPairs = 150

const pairsOf = (stages: ReadonlyArray<ReadonlyArray<Candidate>>) => {
  const [near = [], further = []] = stages
  const all = [...near, ...further]
  return near
    .flatMap((one, index) => all.slice(index + 1).map((other) => [one, other]))
    .filter(([one, other]) => one?.id !== other?.id)
    .slice(0, mostPairs)
}

/** The next choice, or two that belong together, that bring a scenario nearer to the other target; none where none does. */
export const nextStep = Effect.fnUntraced(function* (
  emulation: Emulation,
  one: Case,
  choices: Choices,
  from: Tried,
  budget: Budget
) {
  const first = from.comparison.distances.findIndex((distance) => distance > 0)
  const stages = stagesOf(emulation, from.side, from.comparison, choices)
  let step: Step = { best: [], tried: from }
  for (const stage of stages) {
    const singles = stage.map((candidate) => [candidate])
    const found = yield* nearest(emulation, one, choices, singles, step.tried, budget)
    if (found.best.length > 0) step = found
    if (step.best.length > 0 && (step.tried.comparison.distances[first] ?? 0) === 0) return step
  }
  return step.best.length > 0 ? step : yield* nearest(emulation, one, choices, pairsOf(stages), from, budget)
})

export { taking }
