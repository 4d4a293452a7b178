import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { refusedOnV1R1, scenario, step, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A guest has a token but is not a user: personal access tokens and the administration are refused (interface §4.2 and
 * §4.5).
 */
export default scenario(function* ({ auth }) {
  const { token } = yield* step("a visitor gets a token", auth.anonymous("Visitor"))
  const lists = Effect.flatMap(PersonalAccessTokens, ({ list }) => list)
  const administers = Effect.flatMap(EnterpriseUsers, (users) => users.list())

  yield* withUserToken(token, refusedOnV1R1("a guest's list of personal access tokens", lists))
  yield* withUserToken(token, refusedOnV1R1("a guest's list of users", administers))
})
