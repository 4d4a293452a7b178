import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, finishedCall, restoredColleague, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** All data of a deactivated user stays available: their calls show them as before (interface §3.1, §4.5, 4). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const before = yield* finishedCall
    const { id } = yield* restoredColleague

    yield* step("the colleague is deactivated", (yield* EnterpriseUsers).deactivate(id))
    const after = yield* step("the call is read", (yield* Calls).read(before.session))
    yield* Expect.equal("the receiver of the call", after.receiver, before.receiver)
  }),
  { destructive: true, needs: ["world"], tags: ["admin"] }
)
