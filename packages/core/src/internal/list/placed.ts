import * as Stream from "effect/Stream"

import type { Placed, Position } from "./shapes.ts"

// entries move by what was added or removed meanwhile; all ids of a long list would fill the memory
const remembered = 10_000

/** Tells ids that were not seen among the last ones. */
const recent = () => {
  const seen = new Set<unknown>()
  return (id: unknown): boolean => {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > remembered) seen.delete(seen.values().next().value)
    return true
  }
}

/** Yields the entries of pages, each once, that lie behind a position. */
export const placed = <Entry, E, R>(
  pages: Stream.Stream<{ readonly page: number; readonly entries: ReadonlyArray<Entry> }, E, R>,
  idOf: (entry: Entry) => unknown,
  from: Position
): Stream.Stream<Placed<Entry>, E, R> =>
  pages.pipe(
    Stream.mapAccum(recent, (isNew, { entries, page }) => {
      const found = entries.map((entry, index) => ({ entry, position: { page, taken: index + 1 } }))
      const isBehind = ({ taken }: Position) => page > from.page || (page === from.page && taken > from.taken)
      return [isNew, found.filter(({ entry, position }) => isNew(idOf(entry)) && isBehind(position))]
    })
  )
