import * as Effect from "effect/Effect"

import { keyOf } from "../compare/Difference.ts"
import type { Difference } from "../compare/Difference.ts"
import type { Choices } from "../targets/withChoices.ts"
import type { Candidate } from "./candidates.ts"
import type { Emulation } from "./Emulation.ts"
import { distanceOf, tryChoices } from "./search.ts"
import type { Case, Tried } from "./search.ts"

/** Choices, and how they came to be taken. */
export interface Choosing {
  readonly choices: Choices
  readonly taken: ReadonlyMap<string, Candidate>
}

/** A scenario as it is with choices. */
interface End {
  readonly one: Case
  readonly tried: Tried
}

/** What is there again where a choice is left out, by scenario. */
interface Attributed {
  readonly candidate: Candidate
  readonly explains: ReadonlyArray<{ readonly scenario: string; readonly differences: ReadonlyArray<Difference> }>
}

/** Choices of which each is needed, and every scenario as it is with them. */
export interface Needed {
  readonly attributed: ReadonlyArray<Attributed>
  readonly ends: ReadonlyArray<End>
}

const without = ({ chosen }: Emulation, choices: Choices, id: string): Choices => {
  const others = new Map(choices)
  others.delete(id)
  const before = chosen.get(id)
  return before === undefined ? others : others.set(id, before)
}

/** Those whose answers rely on a gap; what is chosen there means nothing to others. */
const relyingOn = (ends: ReadonlyArray<End>, id: string) =>
  ends.filter(({ tried }) => tried.side.attempt.journal.some(({ gaps }) => gaps.includes(id)))

const endsWith = (emulation: Emulation, cases: ReadonlyArray<Case>, choices: Choices, withJournal: boolean) =>
  Effect.forEach(cases, (one) =>
    Effect.map(tryChoices(emulation, one, choices, withJournal), (tried): End => ({ one, tried }))
  )

const distance = (ends: ReadonlyArray<End>) => ends.reduce((sum, { tried }) => sum + distanceOf(tried), 0)

const isNot = (differences: ReadonlyArray<Difference>) => {
  const keys = new Set(differences.map(keyOf))
  return (difference: Difference) => !keys.has(keyOf(difference))
}

const explainedBetween = (ends: ReadonlyArray<End>, without: ReadonlyArray<End>) =>
  without
    .map(({ one, tried }, index) => ({
      scenario: one.found.name,
      differences: tried.comparison.differences.filter(isNot(ends[index]?.tried.comparison.differences ?? []))
    }))
    .filter(({ differences }) => differences.length > 0)

/**
 * Leaves out, the latest first, each choice without which an emulator is as near to the other target; of the others says
 * what is there again without them.
 */
export const leaveOut = Effect.fnUntraced(function* (
  emulation: Emulation,
  cases: ReadonlyArray<Case>,
  { choices, taken }: Choosing
) {
  const attributed: Array<Attributed> = []
  let kept = choices
  let ends = yield* endsWith(emulation, cases, choices, true)
  for (const candidate of [...taken.values()].toReversed()) {
    const relying = relyingOn(ends, candidate.id)
    const rest = without(emulation, kept, candidate.id)
    const scenarios = relying.map(({ one }) => one)
    const others = yield* endsWith(emulation, scenarios, rest, false)
    if (distance(others) - distance(relying) > 1e-9) {
      attributed.push({ candidate, explains: explainedBetween(relying, others) })
      continue
    }
    kept = rest
    const changed = new Map((yield* endsWith(emulation, scenarios, rest, true)).map((end) => [end.one, end]))
    ends = ends.map((end) => changed.get(end.one) ?? end)
  }
  const needed: Needed = { attributed, ends }
  return needed
})
