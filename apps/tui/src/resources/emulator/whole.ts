import type { Page } from "@remote-assist/core"

/** The most rows of a list that the control plane answers as a whole; of more the last are kept. */
export const most = 5000

/** A list that comes as a whole, as the one page that there is. */
export const page = <Row>(rows: ReadonlyArray<Row>, number: number): Page.Page<Row> => {
  const entries = number === 1 ? rows.slice(-most) : []
  return { entries, total_entries: Math.min(rows.length, most), total_pages: 1, page: number, page_size: most }
}
