import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * A call that has ended has an end, a duration in seconds and a reason; a recorded call has the address of the
 * recording, a rated one its ratings (interface §2.8).
 */
export default administratorScenario(
  function* ({ calls }) {
    const listed = yield* finishedCall
    const call = yield* step("the call is read", calls.read(listed.session))

    // a signed address is of its time
    yield* Expect.equal("the call as it is listed", { ...call, recordingUrl: listed.recordingUrl }, listed)
    yield* Expect.equal("reason", call.reasonCallEnded, "Call Ended")
    const lasted = Number(call.timeCallEnded) - Number(call.timeCallStarted)
    yield* Expect.equal("duration", call.callDuration, lasted)
    const start = Date.parse(String(call.timestamp)) / 1000
    yield* Expect.equal("timestamp", start, call.timeCallStarted)
    yield* Expect.equal("recording", [call.recordingStatus, call.recordingError], ["finished", ""])
    yield* Expect.isTrue("address of the recording", call.recordingUrl?.includes(call.session) === true)
    yield* Expect.equal("ratings", call.ratings, [{ participant_id: call.dialer?.id, rating: "5" }])
    yield* Expect.equal("attachments and tags", [call.has_attachments, call.tags], [false, []])
    yield* Expect.equal("workboxes", [call.workbox_id, call.workbox_v2_id], [0, 0])
  },
  { needs: ["world"] }
)
