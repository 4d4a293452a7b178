import { Calls } from "@remote-assist/core/Calls"
import { administratorLogsIn, Expect, missedCall, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who never met was not measured: the events of a missed call have no statistics of participants (interface §2.11).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { session } = yield* missedCall
    const events = yield* step("the events are read", (yield* Calls).events(session))
    yield* Expect.equal("why it ended", events.call?.reasonCallEnded, "Timed out")
    yield* Expect.equal("statistics of participants", events.stats?.participantStats, [])
    yield* Expect.equal("overall quality", events.stats?.overallQuality, 0)
  }),
  { needs: ["world"] }
)
