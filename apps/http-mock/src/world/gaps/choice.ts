import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { nearest } from "../similarity.ts"
import { documented, gaps } from "./Gaps.ts"
import type { Choices, GapId } from "./Gaps.ts"

const isGap = (id: string): id is GapId => Object.hasOwn(gaps, id)

const none: Partial<Choices> = {}

/** What to name in place of an id that has no choices. */
export const otherThan = (id: string): string => {
  const only = Object.hasOwn(documented, id) ? documented[id]?.only : undefined
  return only === undefined
    ? `an id of the register, such as ${nearest(id, Object.keys(gaps))}`
    : `another gap, because ${id} has the one choice ${JSON.stringify(only)}`
}

const chosen = (id: string, read: (id: GapId) => Option.Option<unknown>): Result.Result<Partial<Choices>, string> => {
  if (!isGap(id)) return Result.fail(`id=choice with ${otherThan(id)}`)
  return Result.fromOption(
    Option.map(read(id), (choice): Partial<Choices> => ({ ...none, [id]: choice })),
    () => `${id}=choice with ${gaps[id].accepts} as the choice`
  )
}

/** The choice of a value at a gap, or what to use instead. */
export const checkChoice = (id: string, value: unknown): Result.Result<Partial<Choices>, string> =>
  chosen(id, (id) => Option.filter(Option.some(value), gaps[id].is))

/** Reads `id=choice`, or says what to write instead. */
export const readChoice = (text: string): Result.Result<Partial<Choices>, string> => {
  const [id = "", ...rest] = text.split("=")
  return chosen(id, (id) => gaps[id].read(rest.join("=")))
}
