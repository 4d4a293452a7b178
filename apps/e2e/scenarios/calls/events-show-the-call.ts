import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * The events of a call repeat the call, with the sessions of its video and the location of its recording (interface
 * §2.11, §4.4, 6).
 */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* finishedCall
    const events = yield* step("the events are read", calls.events(call.session))
    yield* Expect.equal("whether something went wrong", events.error, false)
    const same = yield* Expect.present("the call of the events", events.call)

    yield* Expect.equal("its ids", [same.callId, same.session], [call.session, call.session])
    yield* Expect.equal("who called", [same.dialerId, same.dialerName], [call.dialderId, call.dialerName])
    yield* Expect.equal("who was called", [same.receiverId, same.receiverName], [call.receiverId, call.receiverName])
    yield* Expect.equal("its participants", same.participants, call.participants)
    yield* Expect.equal("within one enterprise", same.intraEnterpriseCall, true)
    yield* Expect.equal(
      "its start",
      [same.timeCallStarted, same.timestamp],
      [call.timeCallStarted, call.timeCallStarted]
    )
    yield* Expect.equal("its end", [same.timeCallEnded, same.callDuration], [call.timeCallEnded, call.callDuration])
    yield* Expect.equal("known until its end", same.lastEvaluatedTimestamp, call.timeCallEnded)
    yield* Expect.equal("why it ended", same.reasonCallEnded, "Call Ended")
    const video = [same.galdrSession, same.openTokSession].every((id) => id !== call.session && id !== "")
    yield* Expect.isTrue("whether the video has sessions of its own", video)
    yield* Expect.equal("its recording", [same.recordingStatus, same.recordingError], ["finished", ""])
    const place = [same.recordingBucket, same.recordingPath]
    yield* Expect.equal("its location", place, ["recordings", `${call.session}.mp4`])
  },
  { needs: ["world"] }
)
