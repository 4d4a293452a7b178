import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * Log-in exists under both path versions and takes the same body; what `/v1r1` answers works everywhere that the other
 * does (interface §4.1, 8 and §9, 2).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const auth = yield* Auth

    const { refresh, token } = yield* step("the administrator logs in on /v1r1", auth.logInV1R1(administrator))
    yield* step("the token is inspected on /v1", (yield* Tokens).info(token))
    const renewed = yield* step("the tokens are refreshed on /v1", auth.refresh(refresh))
    yield* Expect.isTrue("there is a new token", Redacted.value(renewed.token) !== Redacted.value(token))
  }),
  { tags: ["smoke"] }
)
