import { administratorScenario, Expect, provisionedUser, unusedEmail } from "@remote-assist/e2e"

/**
 * `send_email: false` suppresses the welcome e-mail, for programs that inform users themselves; the user is created
 * (interface §3.1, §4.5, 1).
 */
export default administratorScenario(
  function* ({ mails }) {
    const email = yield* unusedEmail
    const user = yield* provisionedUser({ email, send_email: false })
    yield* Expect.equal("active", user.active, true)
    yield* Expect.equal("e-mails to them", yield* mails(email), [])
    yield* Expect.equal("when they were invited", user.invitation_sent_at, "")
  },
  { tags: ["admin"], needs: ["outbox"] }
)
