import { administratorScenario, createdPersonalAccessToken, Expect, step, withOwnClient } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A user creates a token for a program without input, and gets its id, a description and the text of the token
 * (interface §2.3 and §4.2, 2).
 */
export default administratorScenario(
  function* ({ session }) {
    const created = yield* createdPersonalAccessToken
    yield* Expect.atLeast("its id", created.id, 1)
    yield* Expect.present("its description", created.description)
    yield* Expect.isTrue("it has a text", Redacted.value(created.token) !== "")
    const program = session.logInWithToken(created.token)
    yield* step("a program logs in with it", withOwnClient(program))
  },
  { tags: ["smoke"] }
)
