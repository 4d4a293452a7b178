import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** When its token has expired, the SDK renews the session once for all concurrent calls (interface §4.1, 4). */
export default administratorScenario(
  function* ({ advance, personalAccessTokens, session }) {
    const before = Redacted.value(yield* session.token)

    yield* step("a month and a day pass", advance("31 days"))
    const { list } = personalAccessTokens
    const lists = Effect.all([list, list, list], { concurrency: "unbounded" })
    const answers = yield* step("three calls at once find the token expired", lists)
    yield* Expect.equal("lists read", answers.length, 3)
    yield* Expect.isTrue("the session has another token", Redacted.value(yield* session.token) !== before)
  },
  { tags: ["smoke"], needs: ["clock"] }
)
