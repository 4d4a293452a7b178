import { Expect, refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"

/**
 * An internal error is 500 with the error form of `/v1`. The SDK does not retry a log-in; the caller decides (interface
 * §4.1, 2 and §7).
 */
export default scenario(
  function* ({ administrator, auth }) {
    const { code } = yield* whileFailing("Auth.logIn", refusedOnV1("a log-in", auth.logIn(administrator), 500))
    yield* Expect.isTrue("its code is a whole number", Number.isInteger(code))
    yield* step("the next log-in succeeds", auth.logIn(administrator))
  },
  { needs: ["control"] }
)
