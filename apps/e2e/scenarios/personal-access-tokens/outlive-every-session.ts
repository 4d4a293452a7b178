import { administratorScenario, createdPersonalAccessToken, step } from "@remote-assist/e2e"

/**
 * The interface describes no expiry of personal access tokens: a program logs in with one years later (interface §3.3
 * and §4.2).
 */
export default administratorScenario(
  function* ({ advance, auth, tokens }) {
    const { token } = yield* createdPersonalAccessToken

    yield* step("three years pass", advance("1095 days"))
    const exchanged = yield* step("a program logs in with it", auth.personalAccessToken(token))
    yield* step("what it got works", tokens.info(exchanged.token))
  },
  { needs: ["clock"] }
)
