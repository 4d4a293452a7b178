import { administratorScenario, Expect, provisionedUser, step, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The totals of a page are those of the filtered list, on every page: programs loop on them (interface §2.7, §4.5, 3).
 */
export default administratorScenario(
  function* ({ users }) {
    const name = `Counted ${yield* unusedEmail}`
    yield* Effect.replicateEffect(provisionedUser({ name }), 3)
    for (const page of [1, 2]) {
      const read = yield* step(
        `page ${page} of the three is read`,
        users.list({ filter: `name=${name}`, page, page_size: 2 })
      )
      yield* Expect.equal(`totals on page ${page}`, [read.total_entries, read.total_pages], [3, 2])
      yield* Expect.equal(`entries on page ${page}`, read.entries.length, page === 1 ? 2 : 1)
    }
  },
  { tags: ["admin"] }
)
