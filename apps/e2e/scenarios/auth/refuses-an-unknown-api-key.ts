import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1, refusedOnV1R1, scenario, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The API key names the organization of a program: with an unknown one the right password is 401 on `/v1` and 400 on
 * `/v1r1` (interface §5, 1 and §7).
 */
export default scenario(function* ({ administrator }) {
  const unknown = { apiKey: Redacted.make("no-such-api-key") }
  const v1 = Effect.flatMap(Auth, (auth) => auth.logIn(administrator))
  const v1r1 = Effect.flatMap(Auth, (auth) => auth.logInV1R1(administrator))

  yield* withRegion(unknown, refusedOnV1("a log-in with an unknown API key", v1))
  yield* withRegion(unknown, refusedOnV1R1("the same on /v1r1", v1r1))
})
