import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLooksUp,
  confirmedAccount,
  createdPersonalAccessToken,
  loggedInAs,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** All data of a deleted user is removed, personal access tokens included (interface §3.1). */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const { token } = yield* loggedInAs(account, createdPersonalAccessToken)
    const { id } = yield* administratorLooksUp(account.email)

    yield* step("the user is deleted", (yield* EnterpriseUsers).remove(id))
    yield* refusedOnV1R1("a log-in with their token", (yield* Auth).personalAccessToken(token))
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
