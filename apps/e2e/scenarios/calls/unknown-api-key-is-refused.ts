import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, refusedAsText, refusedOnV1, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * Every request sends the API key with the user token; an unknown key is 401 on /v1 for every user (interface §5, 1,
 * §7).
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
