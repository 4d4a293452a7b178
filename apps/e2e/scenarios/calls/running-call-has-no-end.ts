import { administratorScenario, Expect, runningCall, step } from "@remote-assist/e2e"

/**
 * A call that runs has a start, but neither an end nor a duration nor a reason why it ended: whether a call is over
 * takes both the end and the reason to tell (interface §2.8, §3.3).
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
