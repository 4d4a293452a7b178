import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { administratorScenario, Expect, refusedOnV1 } from "@remote-assist/e2e"

/**
 * An unknown group is 401, as all missing data on /v1; its code differs from that of an invalid query (interface §4.4,
 * 7-9, §7).
 */
export default administratorScenario(function* ({ onCallGroups: groups, raw }) {
  const id = OnCallGroupId.make(999_999_999)
  const marked = yield* refusedOnV1("marking it", groups.favorite(id))
  const unmarked = yield* refusedOnV1("taking its mark off", groups.unfavorite(id))
  const unusable = yield* refusedOnV1(
    "a list without a size",
    raw.request("GET", "/v1/on_call_groups", { query: { page_size: 0 } })
  )
  yield* Expect.equal("codes of both errors", marked.code, unmarked.code)
  yield* Expect.isTrue("whether the code differs from that of an invalid query", marked.code !== unusable.code)
})
