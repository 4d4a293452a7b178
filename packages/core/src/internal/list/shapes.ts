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
