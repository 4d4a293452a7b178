import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A log-in answers both tokens. */
export default scenario(function* ({ administrator, auth }) {
  const { refresh, token } = yield* step("they log in", auth.logInV1R1(administrator))
  yield* Expect.isTrue("a token", Redacted.value(token) !== "")
  yield* Expect.isTrue("a refresh token", Redacted.value(refresh) !== "")
})
