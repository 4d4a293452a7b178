import { administratorScenario, Expect, missedCall, step } from "@remote-assist/e2e"

/** The events of a missed call have no statistics of participants (interface §2.11). */
export default administratorScenario(
  function* ({ calls }) {
    const { session } = yield* missedCall
    const events = yield* step("the events are read", calls.events(session))
    yield* Expect.equal("why it ended", events.call?.reasonCallEnded, "Timed out")
    yield* Expect.equal("statistics of participants", events.stats?.participantStats, [])
    yield* Expect.equal("overall quality", events.stats?.overallQuality, 0)
  },
  { needs: ["world"] }
)
