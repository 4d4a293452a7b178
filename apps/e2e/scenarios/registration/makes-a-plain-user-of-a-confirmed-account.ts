import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLooksUp, confirmedAccount, Expect, loggedInAs, refusedOnV1R1, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A confirmed account is an active user with the default role, in the list of the administration (interface §3.2 and
 * §4.5).
 */
export default scenario(
  function* () {
    const account = yield* confirmedAccount
    const user = yield* administratorLooksUp(account.email)
    yield* Expect.equal("their name", user.name, account.name)
    yield* Expect.equal("whether they are active", user.active, true)
    yield* Expect.equal("their role", user.role_name, "User")
    const administers = Effect.flatMap(EnterpriseUsers, (users) => users.list())
    yield* loggedInAs(account, refusedOnV1R1("the administration to them", administers))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
