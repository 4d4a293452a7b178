import {
  administratorScenario,
  Expect,
  recentContact,
  refusedOnV1,
  runningCall,
  step,
  userByEmail
} from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The token of a deleted contact is invalid: the recent call has none, and an older one is refused with 401 (interface
 * §2.9, §3.1, §4.4, 2 and 11).
 */
export default administratorScenario(
  function* ({ calls, invitations, users }) {
    const { email, token } = yield* recentContact
    const user = yield* userByEmail(email)
    yield* step("the contact is deleted", users.remove(user.id))

    const [after] = yield* step("the most recent call is read again", calls.recent)
    yield* Expect.equal("who the contact is", after?.contact_name, "Deleted User")
    yield* Expect.equal("their token", after?.contact?.token && Redacted.value(after.contact.token), "")
    const { session } = yield* runningCall
    const invitation = invitations.session({ call_id: session, contact_tokens: [token] })
    yield* refusedOnV1("inviting who was deleted", invitation)
  },
  { destructive: true, needs: ["world"], tags: ["admin"] }
)
