import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/** The users come in pages. */
export default administratorScenario(function* ({ users }) {
  const page = yield* step("two are read", users.list({ page: 1, page_size: 2 }))
  yield* Expect.equal("users on the page", page.entries.length, 2)
  yield* Expect.equal("number and size", [page.page, page.page_size], [1, 2])
  yield* Expect.equal("pages in all", page.total_pages, Math.ceil(page.total_entries / 2))
})
