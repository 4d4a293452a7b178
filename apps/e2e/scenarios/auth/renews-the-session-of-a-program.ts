import { Expect, scenario, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A program that logged in with a personal access token continues after its user token has expired: the SDK exchanges
 * the personal access token again (interface §4.1, 10 and §4.2).
 */
export default scenario(
  function* ({ advance, personalAccessToken, personalAccessTokens, session }) {
    yield* step("a program logs in", session.logInWithToken(personalAccessToken))
    const first = Redacted.value(yield* session.token)

    for (const month of ["first", "second", "third"]) {
      yield* step(`the ${month} month passes`, advance("31 days"))
      yield* step("it lists its owner's tokens", personalAccessTokens.list)
    }
    yield* Expect.isTrue("it has another user token", Redacted.value(yield* session.token) !== first)
  },
  { tags: ["journey"], needs: ["clock"] }
)
