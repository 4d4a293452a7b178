import type { Positions } from "../model/Positions.ts"
import { compare } from "./order.ts"

interface Listed {
  readonly position: number
  readonly startedAt: number
}

/** The first number below `end` that is far enough, by halves; `end` where none is. */
const first = (end: number, isFarEnough: (index: number) => boolean): number => {
  let [from, to] = [0, end]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isFarEnough(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Both lists as one, the newest first. Of the seed's calls only those are made that a place is looked for among. */
export const merge = (
  kept: ReadonlyArray<Listed>,
  seeded: Positions,
  seededAt: (position: number) => Listed
): Positions => {
  const places = new Map<number, number>()
  const placeOf = (index: number, call: Listed): number => {
    const known = places.get(index)
    if (known !== undefined) return known
    const place = index + first(seeded.total, (at) => compare(seededAt(seeded.at(at)), call) > 0)
    places.set(index, place)
    return place
  }
  return {
    total: kept.length + seeded.total,
    at: (index) => {
      const before = first(kept.length, (at) => {
        const call = kept[at]
        return call === undefined || placeOf(at, call) >= index
      })
      const call = kept[before]
      return call !== undefined && placeOf(before, call) === index ? call.position : seeded.at(index - before)
    }
  }
}
