import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** The users come in pages. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const page = yield* step("two are read", (yield* EnterpriseUsers).list({ page: 1, page_size: 2 }))
    yield* Expect.equal("users on the page", page.entries.length, 2)
    yield* Expect.equal("number and size", [page.page, page.page_size], [1, 2])
    yield* Expect.equal("pages in all", page.total_pages, Math.ceil(page.total_entries / 2))
  })
)
