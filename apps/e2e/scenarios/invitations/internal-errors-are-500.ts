import { Invitations } from "@remote-assist/core/Invitations"
import { administratorLogsIn, Expect, expectInternalError, scenario, Target, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * An internal error is 500 with an object of code and message. An invitation is not safe to repeat, so the SDK leaves
 * it to the caller; nobody was mailed (interface §4.4, 10-11, §7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const invitations = yield* Invitations
    const email = yield* unusedEmail
    const contact_tokens = [Redacted.make("contact-102")]
    yield* expectInternalError("Invitations.personalRoom", invitations.personalRoom({ email, name: "Guest" }))
    yield* expectInternalError("Invitations.session", invitations.session({ contact_tokens }))
    yield* Expect.equal("e-mails to the guest", yield* (yield* Target).mails(email), [])
  }),
  { needs: ["control", "outbox"] }
)
