import { refusedOnV1R1, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A text that is not a personal access token is 400, and so is a user token in its place (interface §4.1, 10). */
export default scenario(function* ({ administrator, auth }) {
  yield* refusedOnV1R1("an unknown personal access token", auth.personalAccessToken(Redacted.make("no-such-token")))
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  yield* refusedOnV1R1("a user token in its place", auth.personalAccessToken(token))
})
