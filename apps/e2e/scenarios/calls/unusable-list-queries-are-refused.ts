import { administratorScenario, refusedAsText } from "@remote-assist/e2e"

/**
 * A list that is asked for what it does not know answers 401 with a text, as call endpoints do: there is no 400 on /v1
 * (interface §4.4, 1, §7).
 */
export default administratorScenario(
  function* ({ calls }) {
    yield* refusedAsText("a filter by a field that calls lack", calls.list({ filter: "colour=red" }))
    yield* refusedAsText("an order by a field that calls lack", calls.list({ order: "colour" }))
    yield* refusedAsText("a page of no calls", calls.list({ page_size: 0 }))
  },
  { needs: ["world"] }
)
