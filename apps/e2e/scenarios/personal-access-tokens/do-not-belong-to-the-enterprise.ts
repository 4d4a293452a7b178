import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { refusedOnV1R1, scenario, step, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A personal access token is a user's. The token of the enterprise administers users, but has none of its own
 * (interface §4.2).
 */
export default scenario(function* ({ administrator, auth }) {
  const token = yield* step("the enterprise logs in", auth.enterprise(administrator))
  const refused = Effect.gen(function* () {
    const { create, list } = yield* PersonalAccessTokens
    yield* refusedOnV1R1("the enterprise's list of tokens", list)
    yield* refusedOnV1R1("the creation of one by the enterprise", create)
  })
  yield* withUserToken(token, refused)
})
