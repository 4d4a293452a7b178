import type { Comparison } from "../compare/compareAttempts.ts"
import type { Json } from "../compare/Leaf.ts"
import type { Side } from "../compare/Side.ts"
import type { Choices } from "../targets/withChoices.ts"
import { candidatesAt } from "./candidates.ts"
import type { Candidate } from "./candidates.ts"
import type { Emulation } from "./Emulation.ts"
import { valuesOf } from "./values.ts"
import type { Values } from "./values.ts"

/** What is chosen at a gap of an emulation where choices are taken. */
export const currentAt = ({ chosen, register }: Emulation, choices: Choices, id: string): Json | undefined => {
  const taken = choices.get(id) ?? chosen.get(id)
  const first = register.get(id)?.first
  return taken ?? (isJson(first) ? first : undefined)
}

// what the register holds came as JSON
const isJson = (value: unknown): value is Json => value !== undefined

const gapsOf = ({ journal }: Side["attempt"], exchange: number | undefined): ReadonlyArray<string> =>
  journal.find((note) => note.exchange === exchange)?.gaps ?? []

const joined = (all: ReadonlyArray<Values>): Values => ({
  replaced: all.flatMap(({ replaced }) => replaced),
  parts: all.flatMap(({ parts }) => parts),
  spans: all.flatMap(({ spans }) => spans),
  limits: all.flatMap(({ limits }) => limits)
})

/**
 * What to try, in the order in which it is likely: at gaps that the first answer relies on in which the targets differ,
 * then at those of answers before it; choices that are listed or stand in an answer go before those that behaviour may
 * turn at.
 */
export const stagesOf = (
  emulation: Emulation,
  { attempt }: Side,
  { differences, pairs }: Comparison,
  choices: Choices
): ReadonlyArray<ReadonlyArray<Candidate>> => {
  const positions = new Set(differences.map(({ position }) => position))
  const first = Math.min(...positions)
  const exchangeAt = (position: number) => pairs.slice(0, position + 1).findLast(({ a }) => a !== undefined)?.a?.id
  const near = new Set(gapsOf(attempt, exchangeAt(first)))
  const before = pairs.slice(0, first).toReversed()
  const earlier = new Set(before.flatMap(({ a }) => gapsOf(attempt, a?.id)).filter((id) => !near.has(id)))
  const all = pairs.map(({ a, b }) => valuesOf(a, b))
  const differing = joined(all.filter((_, position) => positions.has(position)))
  const values: Values = { ...differing, limits: [...new Set(joined(all.slice(0, first + 1)).limits)] }
  const at = (ids: ReadonlySet<string>) =>
    [...ids].flatMap((id) => {
      const entry = emulation.register.get(id)
      const current = currentAt(emulation, choices, id)
      return entry === undefined || current === undefined ? [] : candidatesAt(entry, current, values)
    })
  const [nearby, further] = [at(near), at(earlier)]
  return [
    nearby.filter(({ isExact }) => isExact),
    further.filter(({ isExact }) => isExact),
    nearby.filter(({ isExact }) => !isExact),
    further.filter(({ isExact }) => !isExact)
  ]
}
