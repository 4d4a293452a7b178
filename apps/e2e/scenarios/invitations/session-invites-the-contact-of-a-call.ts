import { administratorScenario, Expect, recentContact, runningCall, step } from "@remote-assist/e2e"

/**
 * The token of a recent call's contact invites them to a running session: they get an e-mail with its address. The
 * interface shows no answer (interface §2.9, §4.4, 11).
 */
export default administratorScenario(
  function* ({ invitations, mails }) {
    const { session } = yield* runningCall
    const { email, token } = yield* recentContact

    const invitation = { call_id: session, contact_tokens: [token] }
    const { body } = yield* step("the contact is invited", invitations.session(invitation))
    yield* Expect.equal("the answer", body, {})
    const [mail] = yield* mails(email)
    yield* Expect.equal(
      "kind of the e-mail",
      [mail?.kind, mail?.subject],
      ["session", "Ada Lovelace invites you to a session"]
    )
    yield* Expect.equal(
      "which session it is to",
      [mail?.token, mail?.link],
      [session, `https://session.example/${session}`]
    )
  },
  { needs: ["outbox", "world"], tags: ["smoke"] }
)
