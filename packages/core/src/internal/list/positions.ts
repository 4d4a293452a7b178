import * as Stream from "effect/Stream"

/** One page of a list. The totals count the whole list as it is filtered, not the page. */
export interface Paged<Entry> {
  /** The entries of this page. */
  readonly entries: ReadonlyArray<Entry>
  /** How many entries the list has. */
  readonly total_entries: number
  /** How many pages the list has. */
  readonly total_pages: number
  /** Which page this is, from 1. */
  readonly page: number
  /** How many entries a page has at the most. */
  readonly page_size: number
}

/** A place in a list: a page, and how many of its entries were taken. Plain values, which can be kept as JSON. */
export interface Position {
  /** From 1. */
  readonly page: number
  /** From 0. */
  readonly taken: number
}

/** An entry of a list, with the position behind it. */
export interface Positioned<Entry> {
  readonly entry: Entry
  readonly position: Position
}

/** How many entries a list had, and has, that got shorter while it was read. */
export interface Shrink {
  /** On the page before. */
  readonly before: number
  /** Now. */
  readonly after: number
}

// entries move by what was added or removed meanwhile; all ids of a long list would fill the memory
const remembered = 10_000

/** Tells ids that were not seen among the last ones: of 10,000 at the least, and of twice as many at the most. */
export const recent = (): ((id: unknown) => boolean) => {
  let seen = new Set<unknown>()
  let before = seen
  return (id) => {
    if (seen.has(id)) return false
    const isNew = !before.has(id)
    if (seen.size === remembered) {
      before = seen
      seen = new Set()
    }
    seen.add(id)
    return isNew
  }
}

/** Yields the entries of pages, each once, that lie behind a position. */
export const placed = <Entry, E, R>(
  pages: Stream.Stream<{ readonly page: number; readonly entries: ReadonlyArray<Entry> }, E, R>,
  idOf: (entry: Entry) => unknown,
  from: Position
): Stream.Stream<Positioned<Entry>, E, R> =>
  pages.pipe(
    Stream.mapAccum(recent, (isNew, { entries, page }) => {
      const found = entries.map((entry, index) => ({ entry, position: { page, taken: index + 1 } }))
      const isBehind = ({ taken }: Position) => page > from.page || (page === from.page && taken > from.taken)
      return [isNew, found.filter(({ entry, position }) => isNew(idOf(entry)) && isBehind(position))]
    })
  )

const positions = new WeakMap<object, Position>()

/** Takes note of the position behind an entry, or a page, that a walk yields. */
export const note = <A>(value: A, position: Position): A => {
  positions.set(Object(value), position)
  return value
}

/** Takes note of the position behind a page: at the start of the next. */
export const notePage = <A>(value: A, page: number): A => note(value, { page: page + 1, taken: 0 })

/** The position behind an entry, or a page, that a walk yielded. */
export const positionOf = (value: unknown): Position | undefined => positions.get(Object(value))
