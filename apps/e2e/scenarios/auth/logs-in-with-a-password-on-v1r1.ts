import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * Log-in exists under both path versions with the same body; tokens of `/v1r1` work everywhere (interface §4.1, 8 and
 * §9, 2).
 */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const { refresh, token } = yield* step("the administrator logs in on /v1r1", auth.logInV1R1(administrator))
    yield* step("the token is inspected on /v1", tokens.info(token))
    const renewed = yield* step("the tokens are refreshed on /v1", auth.refresh(refresh))
    yield* Expect.isTrue("there is a new token", Redacted.value(renewed.token) !== Redacted.value(token))
  },
  { tags: ["smoke"] }
)
