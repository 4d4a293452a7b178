import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  Expect,
  expectNoUser,
  loggedInAs,
  provisionedUser,
  refusedOnV1R1,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Only administrators administer users: every operation of another user is refused with 400 and changes nothing
 * (interface §4.5, §7).
 */
export default administratorScenario(
  function* ({ colleague }) {
    const user = yield* provisionedUser()
    const email = yield* unusedEmail
    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const { list, provision, remove, update } = yield* EnterpriseUsers
        yield* refusedOnV1R1("listing users", list())
        yield* refusedOnV1R1("provisioning one", provision({ email }))
        yield* refusedOnV1R1("updating one", update(user.id, { name: "Mine" }))
        yield* refusedOnV1R1("deleting one", remove(user.id))
      })
    )
    yield* Expect.equal("the user", yield* userByEmail(user.email ?? ""), user)
    yield* expectNoUser(email)
  },
  { tags: ["admin"] }
)
