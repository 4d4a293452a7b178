import { refusedOnV1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** The token of the enterprise needs the right password: otherwise it is 401 (interface §4.1, 5). */
export default scenario(function* ({ administrator, auth }) {
  const wrong = { ...administrator, password: Redacted.make("not-the-password") }

  yield* refusedOnV1("the enterprise log-in with a wrong password", auth.enterprise(wrong))
})
