import { Invitations } from "@remote-assist/core/Invitations"
import { administratorLogsIn, Expect, recentContact, runningCall, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The token of a recent call's contact invites them to a session that runs: they get an e-mail with its address. The
 * interface shows no answer (interface §2.9, §4.4, 11).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { session } = yield* runningCall
    const { email, token } = yield* recentContact

    const invitation = { call_id: session, contact_tokens: [token] }
    const { body } = yield* step("the contact is invited", (yield* Invitations).session(invitation))
    yield* Expect.equal("the answer", body, {})
    const [mail] = yield* (yield* Target).mails(email)
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
  }),
  { needs: ["outbox", "world"], tags: ["smoke"] }
)
