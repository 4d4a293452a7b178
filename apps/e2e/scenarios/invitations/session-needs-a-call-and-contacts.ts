import { administratorScenario, refusedOnV1, runningCall } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The interface does not show required fields: the emulator needs a call and a contact, and refuses other bodies with
 * 401 (interface §4.4, 11).
 */
export default administratorScenario(
  function* ({ invitations }) {
    const call_id = (yield* runningCall).session
    yield* refusedOnV1("inviting without contacts", invitations.session({ call_id }))
    yield* refusedOnV1("inviting no contact", invitations.session({ call_id, contact_tokens: [] }))
    yield* refusedOnV1(
      "inviting without a call",
      invitations.session({ contact_tokens: [Redacted.make("contact-102")] })
    )
  },
  { needs: ["world"] }
)
