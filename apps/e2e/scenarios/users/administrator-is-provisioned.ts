import {
  administratorScenario,
  Expect,
  loggedInAs,
  newcomer,
  refusedOnV1R1,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The role decides the permissions of a user: an `EnterpriseAdmin` administers. Other role names are not shown, and
 * refused with 400 (interface §2.5, §4.5, 1).
 */
export default administratorScenario(
  function* ({ users }) {
    const person = yield* newcomer({ role: "EnterpriseAdmin" })
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const user = yield* userByEmail(person.email)
        yield* Expect.equal("their role", user.role_name, "EnterpriseAdmin")
        yield* Expect.isTrue("whether they manage users", user.permissions?.includes("manage_users") === true)
      })
    )
    const astronaut = { email: yield* unusedEmail, role: "Astronaut" }
    yield* refusedOnV1R1("provisioning an astronaut", users.provision(astronaut))
  },
  { tags: ["admin"], needs: ["world"] }
)
