import { refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"

/**
 * An anonymous log-in can fail with 500 as every operation of `/v1`; the next one succeeds (interface §4.1, 1 and §7).
 */
export default scenario(
  function* ({ auth }) {
    const { anonymous } = auth

    yield* whileFailing("Auth.anonymous", refusedOnV1("an anonymous log-in", anonymous("Visitor"), 500))
    yield* step("the next visitor gets a token", anonymous("Visitor"))
  },
  { needs: ["control"] }
)
