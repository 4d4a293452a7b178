import { administratorScenario, createdPersonalAccessToken, step } from "@remote-assist/e2e"

/**
 * A personal access token has no end of its own that is described: a program logs in with it years later (interface
 * §3.3 and §4.2).
 */
export default administratorScenario(
  function* ({ advance, auth, tokens }) {
    const { token } = yield* createdPersonalAccessToken

    yield* step("three years pass", advance("1095 days"))
    const made = yield* step("a program logs in with it", auth.personalAccessToken(token))
    yield* step("what it got works", tokens.info(made.token))
  },
  { needs: ["clock"] }
)
