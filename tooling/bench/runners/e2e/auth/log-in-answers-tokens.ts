import { Auth } from "@remote-assist/core/Auth"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** A log-in answers both tokens. */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const { refresh, token } = yield* step("they log in", (yield* Auth).logInV1R1(administrator))
    yield* Expect.isTrue("a token", Redacted.value(token) !== "")
    yield* Expect.isTrue("a refresh token", Redacted.value(refresh) !== "")
  })
)
