import { Calls } from "@remote-assist/core/Calls"
import { administratorLogsIn, Expect, finishedCall, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The event stream answers one record: the start of the call, as a request from one user to another. Which events
 * there are besides `call_started` is not shown (interface §2.10, §4.4, 5, §6, 2).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const call = yield* finishedCall
    const event = yield* step("the event stream is read", (yield* Calls).eventStream(call.session))
    const data = yield* Expect.present("the data of the event", event.data)

    yield* Expect.equal("the event", [event.type, data.event_type, data.status], ["request", "call_started", "unknown"])
    yield* Expect.equal("its call", data.call_id, call.session)
    yield* Expect.equal("when", [event.datetime, data.timestamp], [call.timestamp, call.timeCallStarted])
    yield* Expect.equal("why the call ended", data.reason, call.reasonCallEnded)
    yield* Expect.equal("with a group", data.is_group, false)
    const avatar = { original: "", thumb: "" }
    yield* Expect.equal("from whom", data.from, { avatar, id: Number(call.dialderId), name: call.dialerName })
    yield* Expect.equal("to whom", data.to, { avatar, id: Number(call.receiverId), name: call.receiverName })
  }),
  { needs: ["world"] }
)
