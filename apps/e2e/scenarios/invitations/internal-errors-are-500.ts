import { administratorScenario, Expect, expectInternalError, unusedEmail } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An internal error is 500 with an object of code and message. An invitation is not safe to retry, so the SDK does not,
 * and nobody gets an e-mail (interface §4.4, 10-11, §7).
 */
export default administratorScenario(
  function* ({ invitations, mails }) {
    const email = yield* unusedEmail
    const contact_tokens = [Redacted.make("contact-102")]
    yield* expectInternalError("Invitations.personalRoom", invitations.personalRoom({ email, name: "Guest" }))
    yield* expectInternalError("Invitations.session", invitations.session({ contact_tokens }))
    yield* Expect.equal("e-mails to the guest", yield* mails(email), [])
  },
  { needs: ["control", "outbox"] }
)
