import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  Expect,
  provisionedUser,
  scenario,
  step,
  Target,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The filter `email=<address>` finds one user. The value travels percent-encoded, which the SDK sees to: an @ and a
 * plus sign arrive as they are (interface §4.5, 3).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague } = yield* Target
    const users = yield* EnterpriseUsers
    yield* Expect.equal("e-mail address found", (yield* userByEmail(colleague.email)).email, colleague.email)
    const none = yield* step("nobody is looked up", users.list({ filter: `email=${yield* unusedEmail}` }))
    yield* Expect.equal("users with an unused address", [none.total_entries, none.entries], [0, []])

    const email = (yield* unusedEmail).replace("@", "+tag@")
    const created = yield* provisionedUser({ email, name: "Plus Tag" })
    yield* Expect.equal("address with a plus sign found", created.email, email)
  }),
  { tags: ["admin", "smoke"] }
)
