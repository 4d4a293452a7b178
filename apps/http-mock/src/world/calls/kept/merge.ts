import type { Positions } from "../model/Positions.ts"
import { firstOf } from "./firstOf.ts"
import { compare } from "./order.ts"

interface Listed {
  readonly position: number
  readonly startedAt: number
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
    const place = index + firstOf(seeded.total, (at) => compare(seededAt(seeded.at(at)), call) > 0)
    places.set(index, place)
    return place
  }
  return {
    total: kept.length + seeded.total,
    at: (index) => {
      const before = firstOf(kept.length, (at) => {
        const call = kept[at]
        return call === undefined || placeOf(at, call) >= index
      })
      const call = kept[before]
      return call !== undefined && placeOf(before, call) === index ? call.position : seeded.at(index - before)
    }
  }
}
