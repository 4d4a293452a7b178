import { Tokens } from "@remote-assist/core/Tokens"
import { refusedOnV1, scenario, step, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** Inspecting a token also needs a known API key: otherwise it is 401 (interface §4.1, 6-7 and §7). */
export default scenario(function* ({ administrator, auth }) {
  const { token } = yield* step("the administrator logs in", auth.logIn(administrator))
  const unknown = { apiKey: Redacted.make("no-such-api-key") }
  const info = Effect.flatMap(Tokens, (tokens) => tokens.info(token))
  const validate = Effect.flatMap(Tokens, (tokens) => tokens.validate({ token }))

  yield* withRegion(unknown, refusedOnV1("an inspection with an unknown API key", info))
  yield* withRegion(unknown, refusedOnV1("a validation with it", validate))
})
