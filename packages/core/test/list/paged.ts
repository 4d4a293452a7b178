import * as Effect from "effect/Effect"

import * as Page from "../../src/Page.ts"

export interface Row {
  readonly id: number
}

type Answer = Omit<Page.Page<Row>, "page"> & { readonly page?: number }

// a walk that has no end is to fail, not to hang
const mostRequests = 300_000

export const countRequests = (answer: (page: number) => Answer) => {
  const requested: Array<number> = []
  return {
    requested,
    read: (page: number) =>
      Effect.sync((): Page.Page<Row> => {
        if (requested.push(page) > mostRequests) throw new Error(`${mostRequests} requests, and no end`)
        return { page, ...answer(page) }
      })
  }
}

export const rows = (first: number, count: number): ReadonlyArray<Row> =>
  Array.from({ length: count }, (_, index) => ({ id: first + index }))

export const pagesOf = (total: number, size: number) => (page: number) => ({
  entries: rows((page - 1) * size, Math.max(0, Math.min(size, total - (page - 1) * size))),
  total_entries: total,
  total_pages: Math.ceil(total / size),
  page_size: size
})

export const ways = {
  stream: (read: (page: number) => Effect.Effect<Page.Page<Row>>) => Page.stream(read),
  pages: (read: (page: number) => Effect.Effect<Page.Page<Row>>) => Page.pages(read)
}
