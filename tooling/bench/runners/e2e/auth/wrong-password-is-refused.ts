import { refusedOnV1R1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A wrong password is refused. */
export default scenario(function* ({ administrator, auth }) {
  const { email } = administrator
  yield* refusedOnV1R1("the log-in", auth.logInV1R1({ email, password: Redacted.make("wrong") }))
})
