import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  Expect,
  provisionedUser,
  refusedOnV1R1,
  scenario,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An e-mail address belongs to one user: a second one with it, in capitals or not, is refused with 400 (interface
 * §4.5, 1, §7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { provision } = yield* EnterpriseUsers
    const email = yield* unusedEmail
    const user = yield* provisionedUser({ email })
    yield* refusedOnV1R1("provisioning another with it", provision({ email, send_email: false }))
    yield* refusedOnV1R1(
      "provisioning one with it in capitals",
      provision({ email: email.toUpperCase(), send_email: false })
    )
    yield* Expect.equal("who has it", yield* userByEmail(email), user)
  }),
  { tags: ["admin"] }
)
