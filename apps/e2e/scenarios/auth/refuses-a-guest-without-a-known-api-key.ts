import { Auth } from "@remote-assist/core/Auth"
import { refusedOnV1, scenario, withRegion } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** An anonymous token needs no password, but a known API key: otherwise it is 401 (interface §4.1, 1). */
export default scenario(function* () {
  const unknown = { apiKey: Redacted.make("no-such-api-key") }
  const anonymous = Effect.flatMap(Auth, (auth) => auth.anonymous("Visitor"))

  yield* withRegion(unknown, refusedOnV1("a guest with an unknown API key", anonymous))
})
