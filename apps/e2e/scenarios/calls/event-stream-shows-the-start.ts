import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * The event stream answers one record: the start of the call, as a request from one user to another. The interface
 * shows no other event than `call_started` (interface §2.10, §4.4, 5, §6, 2).
 */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* finishedCall
    const event = yield* step("the event stream is read", calls.eventStream(call.session))
    const data = yield* Expect.present("the data of the event", event.data)

    yield* Expect.equal("the event", [event.type, data.event_type, data.status], ["request", "call_started", "unknown"])
    yield* Expect.equal("its call", data.call_id, call.session)
    yield* Expect.equal("when", [event.datetime, data.timestamp], [call.timestamp, call.timeCallStarted])
    yield* Expect.equal("why the call ended", data.reason, call.reasonCallEnded)
    yield* Expect.equal("with a group", data.is_group, false)
    const avatar = { original: "", thumb: "" }
    yield* Expect.equal("from whom", data.from, { avatar, id: Number(call.dialderId), name: call.dialerName })
    yield* Expect.equal("to whom", data.to, { avatar, id: Number(call.receiverId), name: call.receiverName })
  },
  { needs: ["world"] }
)
