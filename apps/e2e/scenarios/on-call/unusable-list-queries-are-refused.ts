import { administratorScenario, refusedOnV1 } from "@remote-assist/e2e"

/**
 * An invalid filter, order or page is 401 with an object of code and message: there is no 400 on /v1 (interface §4.4,
 * 7, §7).
 */
export default administratorScenario(
  function* ({ onCallGroups: groups, raw }) {
    yield* refusedOnV1("a filter by a field that groups lack", groups.list({ filter: "color=red" }))
    yield* refusedOnV1("a filter without a clause", groups.list({ filter: "Hydraulics" }))
    yield* refusedOnV1("an order by a field that groups lack", groups.list({ order: "color" }))
    yield* refusedOnV1("a page of no groups", raw.request("GET", "/v1/on_call_groups", { query: { page_size: 0 } }))
  },
  { needs: ["world"] }
)
