import * as Effect from "effect/Effect"

import type { Json } from "../compare/Leaf.ts"
import type { Choices } from "../targets/withChoices.ts"
import type { Candidate } from "./candidates.ts"
import type { Emulation } from "./Emulation.ts"
import { compareDistances, taking, tryChoices } from "./search.ts"
import type { Case } from "./search.ts"

/** The same, a little different: what an answer shows of a choice is another then. */
const nextTo = (choice: Json): ReadonlyArray<Json> => {
  if (typeof choice === "number") return [choice - 1, choice + 1]
  if (typeof choice === "string") return [`${choice} of another kind`]
  return Array.isArray(choice) ? [[...choice, "another"]] : []
}

/**
 * Finds out whether a free choice is the one that the other target has, or one of many with the same effect, and of numbers
 * with the same effect the one that is nearest to what the emulator chose.
 */
export const settle = Effect.fnUntraced(function* (
  emulation: Emulation,
  one: Case,
  choices: Choices,
  candidate: Candidate,
  current: Json | undefined
) {
  const takes = emulation.register.get(candidate.id)?.takes
  if (takes === undefined || takes.kind === "one of" || candidate.choice === "unlimited") return candidate
  const distancesWith = (choice: Json) =>
    Effect.map(
      tryChoices(emulation, one, taking(choices, [{ ...candidate, choice }])),
      ({ comparison }) => comparison.distances
    )
  const distances = yield* distancesWith(candidate.choice)
  const isAsGood = Effect.fnUntraced(function* (choice: Json) {
    if (!(yield* emulation.takes(candidate.id, choice))) return false
    return compareDistances(yield* distancesWith(choice), distances) === 0
  })
  const asGood = yield* Effect.forEach(nextTo(candidate.choice), isAsGood)
  if (!asGood.includes(true)) return candidate
  const settled: Candidate = { ...candidate, isExact: false }
  if (takes.kind !== "whole number" && takes.kind !== "lifetime") return settled
  let good = Number(candidate.choice)
  let bad = typeof current === "number" ? current : (takes.maximum ?? 0) + 1
  while (Math.abs(bad - good) > 1) {
    const middle = Math.trunc((good + bad) / 2)
    if (yield* isAsGood(middle)) good = middle
    else bad = middle
  }
  return { ...settled, choice: good, limit: good < bad ? "at most" : "at least" } satisfies Candidate
})
