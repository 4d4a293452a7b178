import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/**
 * Each page of the groups has the total number of groups and of pages, with the filter applied (interface §2.7, §4.4,
 * 7).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const first = yield* step("the first page of one is read", groups.list({ page: 1, page_size: 1 }))
    const second = yield* step("the second page is read", groups.list({ page: 2, page_size: 1 }))
    yield* Expect.equal(
      "totals of both",
      [first.total_entries, first.total_pages],
      [second.total_entries, second.total_pages]
    )
    yield* Expect.equal("totals", [first.total_entries, first.total_pages], [2, 2])
    yield* Expect.equal("numbers and sizes", [first.page, second.page, second.page_size], [1, 2, 1])

    const streamed = yield* step("all are streamed", Stream.runCollect(groups.stream({ page_size: 1 })))
    yield* Expect.equal("the streamed groups", streamed, [...first.entries, ...second.entries])
    const favorites = yield* step("the favorites are listed", groups.list({ filter: "favorite=true", page_size: 1 }))
    yield* Expect.equal("totals of the favorites", [favorites.total_entries, favorites.total_pages], [1, 1])
  },
  { needs: ["world"] }
)
