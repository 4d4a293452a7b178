import { Calls } from "@remote-assist/core/Calls"
import {
  administratorScenario,
  Expect,
  loggedInAs,
  newestMail,
  recentContact,
  refusedAsText,
  runningCall,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * While a call runs, its caller invites the contact of their last call, who gets the address of the session and reads
 * the call; both see its statistics grow, while a colleague outside of it is refused (interface §2.9-2.11, §4.4, 2, 3,
 * 6 and 11).
 */
export default administratorScenario(
  function* ({ advance, colleague, invitations }) {
    const { session } = yield* runningCall
    const { email, token } = yield* recentContact
    const invitation = invitations.session({ call_id: session, contact_tokens: [token] })
    yield* step("the caller invites their last contact", invitation)
    const mail = yield* newestMail(email)
    yield* Expect.equal("the session in the e-mail to the contact", mail.token, session)

    const measured = Effect.gen(function* () {
      const { stats } = yield* step("the events of the call are read", (yield* Calls).events(session))
      return Number(stats?.timestamp)
    })
    const first = yield* measured
    yield* step("five minutes pass", advance("5 minutes"))
    yield* loggedInAs(
      { ...colleague, email },
      Effect.gen(function* () {
        yield* Expect.atLeast("seconds that the contact sees measured since", (yield* measured) - first, 300)
      })
    )
    const reads = Effect.flatMap(Calls, ({ events }) => events(session))
    yield* loggedInAs(colleague, refusedAsText("reading its events", reads, 403))
  },
  { tags: ["journey"], needs: ["outbox", "clock", "world"] }
)
