import * as Array from "effect/Array"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Result from "effect/Result"

import { documented, gaps } from "../Gaps.ts"
import type { Choices, GapId } from "../Gaps.ts"

const isGap = (id: string): id is GapId => Object.hasOwn(gaps, id)

const pairs = (text: string) => new Set(Array.makeBy(text.length - 1, (index) => text.slice(index, index + 2)))

/** How alike two ids are: the share of pairs of letters that they have in common. */
const likeness = (one: string, other: string) => {
  const [ofOne, ofOther] = [pairs(one), pairs(other)]
  return (2 * [...ofOne].filter((pair) => ofOther.has(pair)).length) / (ofOne.size + ofOther.size)
}

const nearest = (id: string) =>
  Object.keys(gaps)
    .toSorted(Order.mapInput(Order.flip(Order.Number), (known: string) => likeness(id, known)))
    .slice(0, 3)
    .join(", ")

const none: Partial<Choices> = {}

const chosen = (id: GapId, text: string): Option.Option<Partial<Choices>> =>
  Option.map(gaps[id].read(text), (choice): Partial<Choices> => ({ ...none, [id]: choice }))

/** Reads `id=choice`, or says what to write instead. */
export const readChoice = (text: string): Result.Result<Partial<Choices>, string> => {
  const [id = "", ...rest] = text.split("=")
  if (isGap(id))
    return Result.fromOption(chosen(id, rest.join("=")), () => `${id}=choice with ${gaps[id].accepts} as the choice`)
  const only = Object.hasOwn(documented, id) ? documented[id]?.only : undefined
  return Result.fail(
    only === undefined
      ? `an id of the register before the =, such as ${nearest(id)}`
      : `another gap, because ${id} has the one choice ${JSON.stringify(only)}`
  )
}
