import { administratorScenario, Expect, refusedOnV1R1, step } from "@remote-assist/e2e"

/**
 * Pages count from 1 and hold at least one user: the SDK refuses the page 0, and the service refuses invalid values
 * with 400 (interface §2.7, §4.5, 3, §7).
 */
export default administratorScenario(
  function* ({ raw, users }) {
    yield* step("the page 0 is asked for", Expect.failure("the SDK", users.list({ page: 0 }), "InvalidRequest"))
    for (const query of [{ page: 0 }, { page: "two" }, { page_size: 0 }, { page_size: -1 }]) {
      const [name, value] = Object.entries(query).flat()
      yield* refusedOnV1R1(`${name} ${value}, sent past it,`, raw.request("GET", "/v1r1/enterprise/users", { query }))
    }
  },
  { tags: ["admin"], needs: ["world"] }
)
