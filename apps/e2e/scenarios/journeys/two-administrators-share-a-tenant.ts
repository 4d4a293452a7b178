import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  Expect,
  expectNoUser,
  loggedInAs,
  newcomer,
  provisionedUser,
  refusedOnV1R1,
  step,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Two administrators work in one enterprise at the same time. Each sees at once what the other did, an e-mail address
 * goes to the one who is first, and either can shut the other out (interface §3.1, §4.5, 1 and 3-5).
 */
export default administratorScenario(
  function* ({ users: one }) {
    const partner = yield* newcomer({ name: "Another Administrator", role: "EnterpriseAdmin" })
    const user = yield* provisionedUser({ name: "Seen By Both" })
    const email = yield* Expect.present("their e-mail address", user.email)

    yield* loggedInAs(
      partner,
      Effect.gen(function* () {
        const other = yield* EnterpriseUsers
        yield* Expect.equal("the user, to the other", yield* userByEmail(email), user)
        yield* refusedOnV1R1("the same address, given by the other", other.provision({ email, send_email: false }))
        const renamed = other.update(user.id, { name: "Renamed" })
        const deactivated = one.deactivate(user.id)
        yield* step("both change the user at the same time", Effect.all([renamed, deactivated], { concurrency: 2 }))
        const { active, name } = yield* userByEmail(email)
        yield* Expect.equal("both changes", [name, active], ["Renamed", false])

        yield* step("the first shuts the second out", one.deactivate(partner.id))
        yield* refusedOnV1R1("the second's next call", other.list())
        yield* step("and lets them in again", one.reactivate(partner.id))
        yield* step("they delete the user", other.remove(user.id))
      })
    )
    yield* expectNoUser(email)
  },
  { tags: ["journey", "admin"], needs: ["world"] }
)
