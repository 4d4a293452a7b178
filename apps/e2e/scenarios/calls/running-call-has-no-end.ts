import { administratorScenario, Expect, runningCall, step } from "@remote-assist/e2e"

/**
 * A running call has a start, but no end, duration or reason: only a call with both an end and a reason has ended
 * (interface §2.8, §3.3).
 */
export default administratorScenario(
  function* ({ calls }) {
    const listed = yield* runningCall
    const call = yield* step("the call is read", calls.read(listed.session))

    yield* Expect.atLeast("start of the call", Number(call.timeCallStarted), 1)
    yield* Expect.equal("its end and duration", [call.timeCallEnded, call.callDuration], [undefined, undefined])
    yield* Expect.equal("why it ended", call.reasonCallEnded, "")
    yield* Expect.equal("its recording", [call.recordingStatus, call.recordingUrl], ["", ""])
  },
  { needs: ["world"] }
)
