import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { Tokens } from "@remote-assist/core/Tokens"
import {
  administratorScenario,
  Expect,
  listOwnTokens,
  newestMail,
  refusedAsText,
  refusedOnV1R1,
  runningCall,
  step,
  Target,
  unusedEmail,
  withOwnClient
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A guest has no account: they are invited to a personal room by e-mail, get an anonymous token under their name, and
 * see nothing of the enterprise. Their session ends with the token, and another visit starts a new one (interface §4.1,
 * 1 and 7, §4.4, 3 and 10).
 */
export default administratorScenario(
  function* ({ invitations }) {
    const email = yield* unusedEmail
    yield* step("a guest is invited", invitations.personalRoom({ email, name: "Visitor" }))
    const { kind, link } = yield* newestMail(email)
    yield* Expect.equal("what the e-mail is about", [kind, link], ["personal-room", "https://room.example/ada"])
    const { session } = yield* runningCall

    const visit = Effect.gen(function* () {
      const { logInAnonymously } = yield* Session
      yield* step("the guest gets a token under their name", logInAnonymously("Visitor"))
      yield* step("the token is validated", (yield* Tokens).validate())
      yield* refusedAsText("their reading of a call", (yield* Calls).read(session), 403)
      yield* refusedOnV1R1("their list of users", (yield* EnterpriseUsers).list())

      yield* step("a month and a day pass", (yield* Target).advance("31 days"))
      yield* step("their session has ended", Expect.failure("a call", listOwnTokens, "SessionEnded"))
      yield* step("they come again", logInAnonymously("Visitor"))
    })
    yield* withOwnClient(visit)
  },
  { tags: ["journey"], needs: ["outbox", "clock", "world"] }
)
