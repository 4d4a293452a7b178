import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { administratorScenario, refusedOnV1R1 } from "@remote-assist/e2e"

/** An unknown token is 400; the id is any text for reading, and a number for removing (interface §4.2, 3-4). */
export default administratorScenario(function* ({ personalAccessTokens }) {
  const { read, remove } = personalAccessTokens
  const unknown = PersonalAccessTokenId.make(2_000_000_000)

  yield* refusedOnV1R1("reading an unknown token", read(String(unknown)))
  yield* refusedOnV1R1("reading one by a text", read("the-first-one"))
  yield* refusedOnV1R1("removing an unknown token", remove(unknown))
})
