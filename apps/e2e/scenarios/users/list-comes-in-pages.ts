import { administratorScenario, Expect, provisionedUser, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/**
 * The users come in pages with their number, their size, and how many users and pages there are in all: `page=<n>`
 * reads the next (interface §2.7, §4.5, 3).
 */
export default administratorScenario(
  function* ({ users }) {
    yield* Effect.replicateEffect(provisionedUser(), 3)
    const first = yield* step("the first page of two is read", users.list({ page: 1, page_size: 2 }))
    const second = yield* step("the second page is read", users.list({ page: 2, page_size: 2 }))
    const streamed = yield* step(
      "users are streamed in pages of two",
      users.stream({ page_size: 2 }).pipe(Stream.take(4), Stream.runCollect)
    )

    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    yield* Expect.equal("different users on the two pages", new Set(ids).size, 4)
    yield* Expect.equal(
      "the same users streamed",
      streamed.map(({ id }) => id),
      ids
    )
    yield* Expect.equal("page numbers and sizes", [first.page, second.page, second.page_size], [1, 2, 2])
    yield* Expect.equal("pages in all", first.total_pages, Math.ceil(first.total_entries / 2))
  },
  { tags: ["admin", "smoke"] }
)
