import type { Positions } from "../model/Call.ts"

/** Where placed calls begin; those of the seed lie below. */
export const placedFrom = 2 ** 31

export const isPlaced = (position: number): boolean => position >= placedFrom

interface Placed {
  readonly position: number
  readonly startedAt: number
}

/** How two calls are listed, the newest first; of two that began at once the one that was placed later. */
export const compare = (one: Placed, other: Placed): number => {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt
  return isPlaced(one.position) || isPlaced(other.position)
    ? other.position - one.position
    : one.position - other.position
}

/** The first number below `end` that is far enough, by halves; `end` where none is. */
export const firstOf = (end: number, isFarEnough: (index: number) => boolean): number => {
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
  kept: ReadonlyArray<Placed>,
  seeded: Positions,
  seededAt: (position: number) => Placed
): Positions => {
  const places = new Map<number, number>()
  const placeOf = (index: number, call: Placed): number => {
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
