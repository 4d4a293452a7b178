import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn, provisionedUser } from "../../src/steps/people.ts"

export default scenario(
  "users/reads-two-pages",
  Effect.gen(function* () {
    yield* administratorLogsIn
    yield* Effect.replicateEffect(provisionedUser, 3)
    const users = yield* EnterpriseUsers

    const first = yield* users.list({ page: 1, page_size: 2 })
    const second = yield* users.list({ page: 2, page_size: 2 })
    const streamed = yield* users.stream({ page_size: 2 }).pipe(Stream.take(4), Stream.runCollect)

    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    yield* Expect.equal("different users on the two pages", Array.dedupe(ids).length, 4)
    yield* Expect.equal(
      "the same users streamed",
      streamed.map(({ id }) => id),
      ids
    )
    yield* Expect.equal("page numbers", [first.page, second.page], [1, 2])
    yield* Expect.equal("pages in all", first.total_pages, Math.ceil(first.total_entries / 2))
  })
)
