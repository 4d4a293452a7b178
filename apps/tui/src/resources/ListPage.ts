import type { Page } from "@remote-assist/core"

/** A page of a list that does not tell how many rows it has: more may be behind it. */
export interface OpenPage<Row> {
  readonly entries: ReadonlyArray<Row>
  /** How many rows were asked for. */
  readonly page_size: number
}

/** A page of a list, that tells how many rows there are or does not. */
export type ListPage<Row> = Page.Page<Row> | OpenPage<Row>

/** How many rows the list of a page has, where it tells. */
export const totalOf = (page: ListPage<unknown>): number | undefined =>
  "total_entries" in page ? page.total_entries : undefined

/** Whether a page is the last one; of a list that does not tell, one with fewer rows than were asked for is. */
export const isLast = (page: ListPage<unknown>): boolean =>
  "total_pages" in page ? page.page >= page.total_pages : page.entries.length < page.page_size
