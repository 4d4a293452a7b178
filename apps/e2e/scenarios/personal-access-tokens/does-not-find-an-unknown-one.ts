import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { administratorScenario, refusedOnV1R1 } from "@remote-assist/e2e"

/**
 * A token that nobody has is 400; the id is any text to read one, and a number to remove one (interface §4.2, 3-4).
 */
export default administratorScenario(function* ({ personalAccessTokens }) {
  const { read, remove } = personalAccessTokens
  const unknown = PersonalAccessTokenId.make(2_000_000_000)

  yield* refusedOnV1R1("reading an unknown token", read(String(unknown)))
  yield* refusedOnV1R1("reading one by a text", read("the-first-one"))
  yield* refusedOnV1R1("removing an unknown token", remove(unknown))
})
