import { applicant, refusedOnV1, refusedOnV1R1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A name or a password of spaces counts as missing (interface §4.3, 1 and 5). */
export default scenario(function* ({ registration }) {
  const { register, registerV1R1 } = registration
  const person = yield* applicant

  yield* refusedOnV1("an account without a name", register({ user_info: { ...person, name: " " } }))
  const unprotected = { user_info: { ...person, password: Redacted.make("") } }
  yield* refusedOnV1R1("one without a password, on /v1r1", registerV1R1(unprotected))
})
