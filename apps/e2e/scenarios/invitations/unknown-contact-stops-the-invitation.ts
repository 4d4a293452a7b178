import { administratorScenario, Expect, refusedOnV1, runningCall } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An unknown contact token is refused with 401, and the other contacts of the invitation get no e-mail: all are
 * invited, or none (interface §4.4, 11).
 */
export default administratorScenario(
  function* ({ invitations, mails }) {
    const call_id = (yield* runningCall).session
    const contact_tokens = [Redacted.make("contact-102"), Redacted.make("contact-999999")]
    yield* refusedOnV1("inviting somebody and nobody", invitations.session({ call_id, contact_tokens }))
    yield* Expect.equal("e-mails to somebody", yield* mails("grace@example.com"), [])
  },
  { needs: ["outbox", "world"] }
)
