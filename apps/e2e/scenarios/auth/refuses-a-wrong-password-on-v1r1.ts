import { Expect, refusedOnV1R1, scenario } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * The same wrong password is 400 on `/v1r1`, and the error has a code, a message and the name `generic` (interface
 * §4.1, 8 and §5, 4).
 */
export default scenario(
  function* ({ administrator, auth }) {
    const wrong = { ...administrator, password: Redacted.make("not-the-password") }

    const { code, errorName } = yield* refusedOnV1R1("a log-in with a wrong password", auth.logInV1R1(wrong))
    yield* Expect.isTrue("its code is a whole number", Number.isInteger(code))
    yield* Expect.equal("its name", errorName, "generic")
  },
  { tags: ["smoke"] }
)
