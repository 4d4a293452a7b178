import { administratorScenario, Expect, missedCall, step } from "@remote-assist/e2e"

/**
 * A call that nobody answered ended for the reason `Timed out`, without a duration, a recording and ratings (interface
 * §2.8).
 */
export default administratorScenario(
  function* ({ calls }) {
    const listed = yield* missedCall
    const call = yield* step("the call is read", calls.read(listed.session))

    yield* Expect.equal("reason", call.reasonCallEnded, "Timed out")
    yield* Expect.equal("duration", call.callDuration, 0)
    yield* Expect.isTrue("whether it rang for a while", Number(call.timeCallEnded) > Number(call.timeCallStarted))
    yield* Expect.equal("ratings", call.ratings, [])
    yield* Expect.equal("recording", [call.recordingStatus, call.recordingUrl], ["", ""])
  },
  { needs: ["world"] }
)
