import { administratorScenario, Expect, provisionedUser, step, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A page holds 20 users by default; the 21st is on the second page. The size is that of the examples (interface §2.7,
 * §8).
 */
export default administratorScenario(
  function* ({ users }) {
    const name = `One of many ${yield* unusedEmail}`
    yield* step("21 users are provisioned", Effect.replicateEffect(provisionedUser({ name }), 21))
    const filter = `name=${name}`
    const first = yield* step("the first page is read", users.list({ filter }))
    yield* Expect.equal(
      "size, entries and pages",
      [first.page_size, first.entries.length, first.total_pages],
      [20, 20, 2]
    )
    const whole = yield* step("a page of 100 is read", users.list({ filter, page_size: 100 }))
    yield* Expect.equal(
      "size, entries and pages of it",
      [whole.page_size, whole.entries.length, whole.total_pages],
      [100, 21, 1]
    )
  },
  { tags: ["admin"] }
)
