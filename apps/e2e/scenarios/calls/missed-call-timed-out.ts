import { Calls } from "@remote-assist/core/Calls"
import { administratorLogsIn, Expect, missedCall, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A call that nobody took ended for the reason `Timed out`; it lasted no time, was not recorded and is rated by nobody
 * (interface §2.8).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const listed = yield* missedCall
    const call = yield* step("the call is read", (yield* Calls).read(listed.session))

    yield* Expect.equal("reason", call.reasonCallEnded, "Timed out")
    yield* Expect.equal("duration", call.callDuration, 0)
    yield* Expect.isTrue("whether it rang for a while", Number(call.timeCallEnded) > Number(call.timeCallStarted))
    yield* Expect.equal("ratings", call.ratings, [])
    yield* Expect.equal("recording", [call.recordingStatus, call.recordingUrl], ["", ""])
  }),
  { needs: ["world"] }
)
