import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import {
  administratorLogsIn,
  createdPersonalAccessToken,
  Expect,
  loggedInAs,
  newcomer,
  refusedAsText,
  refusedOnV1,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** With a user goes all access: log-in, tokens from before and personal access tokens (interface §3.1, §4.5, 5). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const person = yield* newcomer()
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const auth = yield* Auth
        const { token } = yield* createdPersonalAccessToken
        yield* step("the administrator deletes them", users.remove(person.id))

        yield* refusedAsText("listing their calls", (yield* Calls).list())
        yield* refusedOnV1R1("exchanging a personal access token", auth.personalAccessToken(token))
        yield* step("they refresh their token", Expect.failure("the session", (yield* Session).refresh, "SessionEnded"))
        yield* refusedOnV1("logging in again", auth.logIn(person))
      })
    )
  }),
  { tags: ["admin"], needs: ["world"] }
)
