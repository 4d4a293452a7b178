import { Expect, refusedOnV1, scenario, unusedEmail } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * An unknown user is refused with the message of a wrong password, which does not reveal who has an account (interface
 * §5, 4).
 */
export default scenario(function* ({ administrator, auth }) {
  const wrong = { ...administrator, password: Redacted.make("not-the-password") }
  const nobody = { ...administrator, email: yield* unusedEmail }

  const known = yield* refusedOnV1("a log-in with a wrong password", auth.logIn(wrong))
  const unknown = yield* refusedOnV1("a log-in of somebody unknown", auth.logIn(nobody))
  yield* Expect.equal("what the two errors say", [unknown.code, unknown.message], [known.code, known.message])
})
