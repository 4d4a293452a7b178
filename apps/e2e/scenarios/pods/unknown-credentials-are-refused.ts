import { Pods } from "@remote-assist/core/Pods"
import { administratorScenario, refusedOnV1R1, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The pods need a known token and API key; others are refused with 400 and an object of code, message and name
 * (interface §4.5, 2, §5, 1, §7).
 */
export default administratorScenario(
  function* ({ session }) {
    const token = yield* session.token
    const listing = Effect.flatMap(Pods, (pods) => refusedOnV1R1("listing pods", pods.list()))
    yield* withUserToken(Redacted.make("no-such-token"), listing)
    yield* withRegion({ apiKey: Redacted.make("no-such-key") }, withUserToken(token, listing))
  },
  { tags: ["admin"] }
)
