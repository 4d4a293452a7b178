import { administratorScenario, contactToken, Expect, runningCall, step, userByEmail } from "@remote-assist/e2e"

/** A contact who appears twice in an invitation gets one e-mail (interface §4.4, 11). */
export default administratorScenario(
  function* ({ colleague, invitations, mails }) {
    const call_id = (yield* runningCall).session
    const user = yield* userByEmail(colleague.email)
    const token = contactToken(user.id)
    yield* step("a contact is named twice", invitations.session({ call_id, contact_tokens: [token, token] }))
    yield* Expect.equal("e-mails to the contact", (yield* mails(colleague.email)).length, 1)
  },
  { needs: ["outbox", "world"] }
)
