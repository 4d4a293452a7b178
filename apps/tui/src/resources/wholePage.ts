import type { Page } from "@remote-assist/core"

/** The size of a page that has all rows, unless there are more. */
export const wholePageSize = 1000

/** A list that comes as a whole, as the one page that there is. */
export const wholePage = <Row>(rows: ReadonlyArray<Row>, page: number): Page.Page<Row> => ({
  entries: page === 1 ? rows : [],
  total_entries: rows.length,
  total_pages: 1,
  page,
  page_size: Math.max(wholePageSize, rows.length)
})
