import { administratorScenario, Expect, refusedOnV1R1, removedPersonalAccessToken, step } from "@remote-assist/e2e"

/** A removed token cannot be listed, read, removed again or used to log in (interface §4.2, 4). */
export default administratorScenario(
  function* ({ auth, personalAccessTokens: tokens }) {
    const { id, token } = yield* removedPersonalAccessToken

    const left = yield* step("the tokens are listed", tokens.list)
    yield* Expect.isTrue(
      "it is not among them",
      left.every((other) => other.id !== id)
    )
    yield* refusedOnV1R1("reading it", tokens.read(String(id)))
    yield* refusedOnV1R1("removing it again", tokens.remove(id))
    yield* refusedOnV1R1("a log-in with it", auth.personalAccessToken(token))
  },
  { tags: ["smoke"] }
)
