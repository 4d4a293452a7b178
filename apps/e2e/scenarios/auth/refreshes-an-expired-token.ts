import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { Session } from "@remote-assist/core/Session"
import { administratorLogsIn, Expect, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * When its token has expired, the SDK renews the session by itself: once, for all calls that are under way (interface
 * §4.1, 4).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const session = yield* Session
    const before = Redacted.value(yield* session.token)

    yield* step("a month and a day pass", (yield* Target).advance("31 days"))
    const { list } = yield* PersonalAccessTokens
    const lists = Effect.all([list, list, list], { concurrency: "unbounded" })
    const answers = yield* step("three calls at once find the token expired", lists)
    yield* Expect.equal("lists read", answers.length, 3)
    yield* Expect.isTrue("the session has another token", Redacted.value(yield* session.token) !== before)
  }),
  { tags: ["smoke"], needs: ["clock"] }
)
