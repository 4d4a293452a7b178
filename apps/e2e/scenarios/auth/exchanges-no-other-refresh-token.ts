import { refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The exchange takes only the refresh token of an alias: an unknown text and the refresh token of a log-in are 401
 * (interface §4.1, 3).
 */
export default scenario(function* ({ administrator, auth }) {
  yield* refusedOnV1("an unknown refresh token of an alias", auth.exchange(Redacted.make("no-such-alias")))
  const { refresh } = yield* step("the administrator logs in", auth.logIn(administrator))
  yield* refusedOnV1("the refresh token of a log-in", auth.exchange(refresh))
})
