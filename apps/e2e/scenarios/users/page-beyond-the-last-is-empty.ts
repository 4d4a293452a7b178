import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * A page beyond the last has no entries and the same totals: entries may go while a program pages (interface §2.7).
 */
export default administratorScenario(
  function* ({ users }) {
    const first = yield* step("the first page is read", users.list())
    const beyond = yield* step("a page beyond the last is read", users.list({ page: first.total_pages + 1 }))
    yield* Expect.equal("entries beyond the last", beyond.entries, [])
    yield* Expect.equal("totals", [beyond.total_entries, beyond.total_pages], [first.total_entries, first.total_pages])
    yield* Expect.equal("its number", beyond.page, first.total_pages + 1)
  },
  { tags: ["admin"] }
)
