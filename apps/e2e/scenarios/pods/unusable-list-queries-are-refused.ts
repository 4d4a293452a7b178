import { administratorScenario, refusedOnV1R1 } from "@remote-assist/e2e"

/**
 * A filter by an unknown field and an invalid page are refused with 400, as all failures on /v1r1 (interface §4.5, 2,
 * §7).
 */
export default administratorScenario(
  function* ({ pods, raw }) {
    yield* refusedOnV1R1("a filter by a field that pods lack", pods.list({ filter: "color=red" }))
    yield* refusedOnV1R1("a filter without a clause", pods.list({ filter: "Everyone" }))
    yield* refusedOnV1R1("a page of no pods", raw.request("GET", "/v1r1/enterprise/pods", { query: { page_size: 0 } }))
  },
  { tags: ["admin"], needs: ["world"] }
)
