import { CallId } from "@remote-assist/core/Calls"
import { Invitations } from "@remote-assist/core/Invitations"
import { administratorScenario, Expect, finishedCall, loggedInAs, refusedOnV1, runningCall } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * An invitation needs a running session: a call that has ended, does not exist or belongs to other users is refused
 * with 401 (interface §1, §4.4, 11, §7).
 */
export default administratorScenario(
  function* ({ colleague, mails }) {
    const contact_tokens = [Redacted.make("contact-102")]
    const inviting = (what: string, call_id: CallId) =>
      Effect.flatMap(Invitations, ({ session }) => refusedOnV1(what, session({ call_id, contact_tokens })))

    yield* inviting("inviting to a call that is over", (yield* finishedCall).session)
    yield* inviting("inviting to no call", CallId.make("call_ffffffff-0000-4000-8000-000000000000"))
    const { session } = yield* runningCall
    yield* loggedInAs(colleague, inviting("inviting to a call of others", session))
    yield* Expect.equal("e-mails to the contact", yield* mails("grace@example.com"), [])
  },
  { needs: ["outbox", "world"] }
)
