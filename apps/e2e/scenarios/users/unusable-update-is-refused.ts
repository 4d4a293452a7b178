import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  Expect,
  provisionedUser,
  refusedOnV1R1,
  scenario,
  Target,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A name of spaces, an e-mail address that is none and one that another user has are refused with 400, and nothing is
 * changed (interface §4.5, 4, §7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague } = yield* Target
    const { update } = yield* EnterpriseUsers
    const user = yield* provisionedUser()
    yield* refusedOnV1R1("a name of spaces", update(user.id, { name: " " }))
    yield* refusedOnV1R1("what is no address", update(user.id, { email: "nobody" }))
    yield* refusedOnV1R1("the address of another", update(user.id, { active: false, email: colleague.email }))
    yield* Expect.equal("the user", yield* userByEmail(user.email ?? ""), user)
  }),
  { tags: ["admin"], needs: ["world"] }
)
