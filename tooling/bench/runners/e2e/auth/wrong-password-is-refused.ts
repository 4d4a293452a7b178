import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1R1, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A wrong password is refused. */
export default scenario(
  Effect.gen(function* () {
    const { email } = (yield* Target).administrator
    yield* refusedOnV1R1("the log-in", (yield* Auth).logInV1R1({ email, password: Redacted.make("wrong") }))
  })
)
