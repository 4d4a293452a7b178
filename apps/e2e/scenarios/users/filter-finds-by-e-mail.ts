import {
  administratorScenario,
  Expect,
  expectNoUser,
  provisionedUser,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"

/**
 * The filter `email=<address>` finds one user. The value travels percent-encoded, which the SDK sees to: an @ and a
 * plus sign arrive as they are (interface §4.5, 3).
 */
export default administratorScenario(
  function* ({ colleague }) {
    yield* Expect.equal("e-mail address found", (yield* userByEmail(colleague.email)).email, colleague.email)
    yield* expectNoUser(yield* unusedEmail)

    const email = (yield* unusedEmail).replace("@", "+tag@")
    const created = yield* provisionedUser({ email, name: "Plus Tag" })
    yield* Expect.equal("address with a plus sign found", created.email, email)
  },
  { tags: ["admin", "smoke"] }
)
