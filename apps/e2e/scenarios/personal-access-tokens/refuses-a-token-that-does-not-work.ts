import { PersonalAccessTokenId, PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { refusedOnV1R1, scenario, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * A user token that the service did not issue is 400 in each of the four operations, though the API key is known
 * (interface §4.2 and §7).
 */
export default scenario(function* () {
  const refused = Effect.gen(function* () {
    const { create, list, read, remove } = yield* PersonalAccessTokens
    yield* refusedOnV1R1("the list", list)
    yield* refusedOnV1R1("the creation of a token", create)
    yield* refusedOnV1R1("reading one", read("1"))
    yield* refusedOnV1R1("removing one", remove(PersonalAccessTokenId.make(1)))
  })
  yield* withUserToken(Redacted.make("not.a.token"), refused)
})
