import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import {
  administratorScenario,
  createdPersonalAccessToken,
  refusedOnV1R1,
  step,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Removing a leaked token ends the access of those who have it: user tokens that were exchanged for it are refused
 * immediately (interface §4.2, 4).
 */
export default administratorScenario(
  function* ({ auth, personalAccessTokens: tokens }) {
    const leaked = yield* createdPersonalAccessToken
    const { token } = yield* step("somebody logs in with it", auth.personalAccessToken(leaked.token))
    const list = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
    yield* withUserToken(token, step("and lists its owner's tokens", list))

    yield* step("its owner removes it", tokens.remove(leaked.id))
    yield* withUserToken(token, refusedOnV1R1("their next call", list))
    yield* step("the owner's own session goes on", tokens.list)
  },
  { tags: ["journey"] }
)
