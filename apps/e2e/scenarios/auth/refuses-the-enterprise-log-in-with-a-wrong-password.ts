import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The token of the enterprise is for those who know the password: else it is 401 (interface §4.1, 5). */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const wrong = { ...administrator, password: Redacted.make("not-the-password") }

    yield* refusedOnV1("the enterprise log-in with a wrong password", (yield* Auth).enterprise(wrong))
  })
)
