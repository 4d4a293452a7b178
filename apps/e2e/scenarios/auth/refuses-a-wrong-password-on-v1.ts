import { Auth } from "@remote-assist/core/Auth"
import { Expect, refusedOnV1, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A wrong password is 401 on `/v1`, with a code and a message (interface §4.1, 2 and §5, 4). */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const wrong = { ...administrator, password: Redacted.make("not-the-password") }

    const { code } = yield* refusedOnV1("a log-in with a wrong password", (yield* Auth).logIn(wrong))
    yield* Expect.isTrue("its code is a whole number", Number.isInteger(code))
  }),
  { tags: ["smoke"] }
)
