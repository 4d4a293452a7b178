import { Expect, refusedOnV1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/** A wrong password is 401 on `/v1`, with a code and a message (interface §4.1, 2 and §5, 4). */
export default scenario(
  function* ({ administrator, auth }) {
    const wrong = { ...administrator, password: Redacted.make("not-the-password") }

    const { code } = yield* refusedOnV1("a log-in with a wrong password", auth.logIn(wrong))
    yield* Expect.isTrue("its code is a whole number", Number.isInteger(code))
  },
  { tags: ["smoke"] }
)
