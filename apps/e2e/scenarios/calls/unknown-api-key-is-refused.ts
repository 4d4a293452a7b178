import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, refusedAsText, refusedOnV1, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * Beside the user token every request carries the API key; one that is not known is 401 on /v1, whoever is logged in
 * (interface §5, 1, §7).
 */
export default administratorScenario(function* ({ session }) {
  const token = yield* session.token
  const listCalls = Effect.gen(function* () {
    const calls = yield* Calls
    yield* refusedAsText("listing calls", calls.list())
    yield* refusedOnV1("reading the recent call", calls.recent)
  })
  yield* withRegion({ apiKey: Redacted.make("no-such-key") }, withUserToken(token, listCalls))
})
