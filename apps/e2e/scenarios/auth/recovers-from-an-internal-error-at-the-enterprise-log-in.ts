import { refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"

/** The enterprise log-in can fail with 500 as every operation of `/v1` (interface §4.1, 5 and §7). */
export default scenario(
  function* ({ administrator, auth }) {
    const enterprise = auth.enterprise(administrator)

    yield* whileFailing("Auth.enterprise", refusedOnV1("the enterprise log-in", enterprise, 500))
    yield* step("the next one succeeds", enterprise)
  },
  { needs: ["control"] }
)
