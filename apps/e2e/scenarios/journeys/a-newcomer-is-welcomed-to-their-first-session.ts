import { Calls } from "@remote-assist/core/Calls"
import {
  administratorScenario,
  contactToken,
  Expect,
  loggedInAs,
  newcomer,
  newestMail,
  runningCall,
  step,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * From an invitation to a first session: an administrator provisions somebody, who gets a welcome e-mail, logs in for
 * the first time, has no calls yet, and is then invited to a session that runs (interface §3.1, §4.4, 1 and 11, §4.5, 1).
 */
export default administratorScenario(
  function* ({ invitations }) {
    const person = yield* newcomer({ name: "Dorothy Vaughan", send_email: true })
    const { kind } = yield* newestMail(person.email)
    yield* Expect.equal("their first e-mail", kind, "welcome")

    const before = yield* userByEmail(person.email)
    const calls = yield* loggedInAs(
      person,
      step(
        "they look for their calls",
        Effect.flatMap(Calls, ({ list }) => list())
      )
    )
    yield* Expect.equal("their calls so far", calls, [])
    const after = yield* userByEmail(person.email)
    yield* Expect.equal("first log-in to come", [before.is_first_login, after.is_first_login], [true, false])

    const { session } = yield* runningCall
    const contact_tokens = [contactToken(person.id)]
    const invitation = invitations.session({ call_id: session, contact_tokens })
    yield* step("the administrator invites them to a session that runs", invitation)
    const mail = yield* newestMail(person.email)
    yield* Expect.equal("which session they may join", [mail.kind, mail.token], ["session", session])
  },
  { tags: ["journey", "admin", "smoke"], needs: ["outbox", "world"] }
)
