import { administratorScenario, refusedOnV1R1 } from "@remote-assist/e2e"

/**
 * A filter without a field, or by an unknown field, is refused with 400; the message says how to write it (interface
 * §4.5, 3, §7).
 */
export default administratorScenario(
  function* ({ users }) {
    const { list } = users
    yield* refusedOnV1R1("a filter by a field that users lack", list({ filter: "shoe_size=43" }))
    yield* refusedOnV1R1("a filter without a clause", list({ filter: "ada@example.com" }))
    yield* refusedOnV1R1("a filter by an id that is not a number", list({ filter: "id=ada" }))
    yield* refusedOnV1R1("an order by a field that users lack", list({ order: "shoe_size" }))
  },
  { tags: ["admin"], needs: ["world"] }
)
