import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { nearest } from "../similarity.ts"
import { documented, gaps } from "./Gaps.ts"
import type { Choices, GapId } from "./Gaps.ts"

const isGap = (id: string): id is GapId => Object.hasOwn(gaps, id)

const none: Partial<Choices> = {}

const chosen = (id: GapId, text: string): Option.Option<Partial<Choices>> =>
  Option.map(gaps[id].read(text), (choice): Partial<Choices> => ({ ...none, [id]: choice }))

/** What to name in place of an id that has no choices. */
export const otherThan = (id: string): string => {
  const only = Object.hasOwn(documented, id) ? documented[id]?.only : undefined
  return only === undefined
    ? `an id of the register, such as ${nearest(id, Object.keys(gaps))}`
    : `another gap, because ${id} has the one choice ${JSON.stringify(only)}`
}

/** Reads `id=choice`, or says what to write instead. */
export const readChoice = (text: string): Result.Result<Partial<Choices>, string> => {
  const [id = "", ...rest] = text.split("=")
  if (isGap(id))
    return Result.fromOption(chosen(id, rest.join("=")), () => `${id}=choice with ${gaps[id].accepts} as the choice`)
  return Result.fail(`id=choice with ${otherThan(id)}`)
}
