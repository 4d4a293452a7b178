import { administratorScenario, Expect, newestMail, refusedOnV1, runningCall, step } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The field `user_token` identifies the sender of the invitation; an unknown one is refused with 401 (interface §4.4,
 * 11).
 */
export default administratorScenario(
  function* ({ auth, colleague, invitations }) {
    const call_id = (yield* runningCall).session
    const contact_tokens = [Redacted.make("contact-102")]
    const { session } = invitations

    const { token } = yield* step("the colleague logs in", auth.logIn(colleague))
    yield* step("a contact is invited in their name", session({ call_id, contact_tokens, user_token: token }))
    const { subject } = yield* newestMail("grace@example.com")
    yield* Expect.equal("subject of the e-mail", subject, "Linus Torvalds invites you to a session")

    const user_token = Redacted.make("no-such-token")
    yield* refusedOnV1("inviting in the name of nobody", session({ call_id, contact_tokens, user_token }))
  },
  { needs: ["outbox", "world"] }
)
