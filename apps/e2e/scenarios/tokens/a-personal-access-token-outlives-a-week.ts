import { administratorScenario, createdPersonalAccessToken, step } from "@remote-assist/e2e"

/**
 * A program that runs once a week exchanges its personal access token each time, without a log-in of its user
 * (interface §4.1, 10).
 */
export default administratorScenario(
  function* ({ advance, auth }) {
    const { token } = yield* createdPersonalAccessToken
    yield* step("the program exchanges it", auth.personalAccessToken(token))
    yield* advance("8 days")
    yield* step("a week later it exchanges it again", auth.personalAccessToken(token))
  },
  { needs: ["clock"] }
)
