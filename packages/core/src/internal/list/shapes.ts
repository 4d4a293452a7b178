/** One page of a list that tells its totals. */
export interface Paged<Entry> {
  readonly entries: ReadonlyArray<Entry>
  readonly total_entries: number
  readonly total_pages: number
  readonly page: number
  readonly page_size: number
}

/** A place in a list: a page, and how many of its entries were taken. */
export interface Position {
  readonly page: number
  readonly taken: number
}

/** An entry of a list, with the position behind it. */
export interface Placed<Entry> {
  readonly entry: Entry
  readonly position: Position
}

/** That a list got shorter while it was read: how many entries it had at the page before, and has now. */
export interface Shrink {
  readonly before: number
  readonly after: number
}
