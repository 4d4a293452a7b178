import {
  administratorScenario,
  Expect,
  expectNoUser,
  provisionedUser,
  unusedEmail,
  userByEmail
} from "@remote-assist/e2e"

/**
 * The filter `email=<address>` finds one user. The SDK percent-encodes the value, so that an @ and a plus sign are
 * preserved (interface §4.5, 3).
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
