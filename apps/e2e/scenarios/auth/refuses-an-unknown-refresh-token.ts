import { refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A text that is not a refresh token is 401, and so are a user token and a personal access token (interface §4.1, 4).
 */
export default scenario(function* ({ administrator, auth, personalAccessToken }) {
  yield* refusedOnV1("an unknown refresh token", auth.refresh(Redacted.make("no-such-token")))
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  yield* refusedOnV1("a user token in its place", auth.refresh(token))
  yield* refusedOnV1("a personal access token in its place", auth.refresh(personalAccessToken))
})
