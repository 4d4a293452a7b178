import * as Stream from "effect/Stream"

import { recent } from "./recent.ts"
import type { Placed, Position } from "./shapes.ts"

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
