import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { administratorScenario, Expect, refusedOnV1 } from "@remote-assist/e2e"

/**
 * A group that does not exist is 401, as all that is not found on /v1; its code, whose value is not shown, is another than
 * that of a query that cannot be used (interface §4.4, 7-9, §7).
 */
export default administratorScenario(function* ({ onCallGroups: groups }) {
  const id = OnCallGroupId.make(999_999_999)
  const marked = yield* refusedOnV1("marking it", groups.favorite(id))
  const unmarked = yield* refusedOnV1("taking its mark off", groups.unfavorite(id))
  const unusable = yield* refusedOnV1("a list without a size", groups.list({ page_size: 0 }))
  yield* Expect.equal("codes, which tell why", marked.code, unmarked.code)
  yield* Expect.isTrue("whether the code tells it from the query", marked.code !== unusable.code)
})
