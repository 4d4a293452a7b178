import type { Answer, ReceivedRequest } from "../server.ts"
import { well, wellOf } from "./write.ts"

const pageOf = ({ path }: ReceivedRequest) => Number(new URLSearchParams(path.split("?")[1]).get("page") ?? 1)

const body = (entries: ReadonlyArray<unknown>, more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ entries, total_entries: 40, total_pages: 2, page: 1, page_size: 20, ...more })

const entry = (id: number) => ({ id, name: `No. ${id}`, email: `no${id}@example.com` })

const huge = 1e9

/** Pages of lists. */
export const lists: ReadonlyArray<Answer> = [
  well("1e9 pages, all of them empty", 200, body([], { total_pages: huge, total_entries: huge })),
  well("1e9 pages, all of them the first", 200, body([entry(1), entry(2)], { total_pages: huge, total_entries: huge })),
  wellOf("pages that become more", (request) => [
    200,
    body([entry(pageOf(request))], { page: pageOf(request), total_pages: pageOf(request) + 1, total_entries: huge })
  ]),
  wellOf("pages that become more, of the same entries", (request) => [
    200,
    body([entry(1)], { page: pageOf(request), total_pages: pageOf(request) + 1 })
  ]),
  wellOf("pages that become more and are empty", (request) => [
    200,
    body([], { page: pageOf(request), total_pages: pageOf(request) + 1 })
  ]),
  wellOf("1e9 pages of five entries, each page with another", (request) => [
    200,
    body([entry(pageOf(request))], { page: pageOf(request), total_pages: huge, total_entries: 5 })
  ]),
  wellOf("1e9 pages, two of them in turn", (request) => [
    200,
    body([entry(pageOf(request) % 2), entry(2 + (pageOf(request) % 2))], {
      page: pageOf(request),
      total_pages: huge,
      total_entries: huge * 20
    })
  ]),
  wellOf("1e9 pages, all of them empty but each fiftieth", (request) => [
    200,
    body(pageOf(request) % 50 === 0 ? [entry(pageOf(request))] : [], { page: pageOf(request), total_pages: huge })
  ]),
  wellOf("1e9 pages, all of them with one entry twice", (request) => [
    200,
    body([entry(1), entry(1), entry(2)], { page: pageOf(request), total_pages: huge, total_entries: huge })
  ]),
  wellOf("totals that differ from page to page", (request) => [
    200,
    body([entry(pageOf(request))], { page: pageOf(request), total_entries: pageOf(request) % 2 === 0 ? 39 : 40 })
  ]),
  wellOf("an empty page in the middle", (request) => [
    200,
    body(pageOf(request) === 2 ? [] : [entry(pageOf(request))], { page: pageOf(request), total_pages: 3 })
  ]),
  well("page numbers that are wrong", 200, body([entry(1)], { page: 77, total_pages: 3 })),
  well("negative totals", 200, body([entry(1)], { total_entries: -1, total_pages: -1, page: -1, page_size: -1 })),
  well("totals that are halves", 200, body([entry(1)], { total_entries: 1.5, total_pages: 1.5 })),
  well("totals that are texts", 200, body([entry(1)], { total_entries: "1", total_pages: "1" })),
  well("entries that are an object", 200, JSON.stringify({ ...JSON.parse(body([])), entries: { 0: entry(1) } })),
  well("entries of many kinds", 200, body([entry(1), null, 1, "x", [], {}, { id: null }, { id: "1" }])),
  well(
    "entries with the same id",
    200,
    body(
      Array.from({ length: 100 }, () => entry(1)),
      { total_pages: 1 }
    )
  ),
  well(
    "a page of 10,000 when 20 were request for",
    200,
    body(
      Array.from({ length: 10_000 }, (_, id) => entry(id)),
      { total_pages: 1 }
    )
  )
]
