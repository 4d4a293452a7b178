import { administratorScenario, Expect, finishedCall, restoredColleague, step } from "@remote-assist/e2e"

/** All data of a deactivated user stays available: their calls show them as before (interface §3.1, §4.5, 4). */
export default administratorScenario(
  function* ({ calls, users }) {
    const before = yield* finishedCall
    const { id } = yield* restoredColleague

    yield* step("the colleague is deactivated", users.deactivate(id))
    const after = yield* step("the call is read", calls.read(before.session))
    yield* Expect.equal("the receiver of the call", after.receiver, before.receiver)
  },
  { destructive: true, needs: ["world"], tags: ["admin"] }
)
