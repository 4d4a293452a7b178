import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import {
  administratorLogsIn,
  createdPersonalAccessToken,
  Expect,
  loggedInAs,
  newcomer,
  refusedAsText,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A deactivated user cannot use the service: a token from before is refused on /v1 and /v1r1, a refresh token and a
 * personal access token yield none. Reactivated, they use it as before (interface §3.1, §4.5, 4).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const person = yield* newcomer()
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const calls = yield* Calls
        const session = yield* Session
        const { token } = yield* createdPersonalAccessToken
        yield* step("the administrator deactivates them", users.deactivate(person.id))

        yield* refusedAsText("listing their calls", calls.list())
        yield* refusedOnV1R1("listing their tokens", (yield* PersonalAccessTokens).list)
        yield* refusedOnV1R1("exchanging a personal access token", (yield* Auth).personalAccessToken(token))
        yield* step("they refresh their token", Expect.failure("the session", session.refresh, "SessionEnded"))

        yield* step("the administrator reactivates them", users.reactivate(person.id))
        yield* step("they log in again", session.logIn(person))
        yield* step("they list their calls", calls.list())
      })
    )
  }),
  { tags: ["admin"], needs: ["world"] }
)
