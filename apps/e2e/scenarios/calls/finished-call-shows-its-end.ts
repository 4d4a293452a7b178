import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * A call that is over has an end, a duration in seconds and a reason why it ended; a recorded one has an address to
 * watch it at, a rated one what its participants thought of it (interface §2.8).
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
