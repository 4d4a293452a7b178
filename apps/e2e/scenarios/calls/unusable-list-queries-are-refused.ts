import { administratorScenario, refusedAsText } from "@remote-assist/e2e"

/**
 * An invalid query of the list is 401 with a text, as on all call endpoints: there is no 400 on /v1 (interface §4.4, 1,
 * §7).
 */
export default administratorScenario(
  function* ({ calls, raw }) {
    yield* refusedAsText("a filter by a field that calls lack", calls.list({ filter: "color=red" }))
    yield* refusedAsText("an order by a field that calls lack", calls.list({ order: "color" }))
    yield* refusedAsText("a page of no calls", raw.request("GET", "/v1/calls", { query: { page_size: 0 } }))
  },
  { needs: ["world"] }
)
