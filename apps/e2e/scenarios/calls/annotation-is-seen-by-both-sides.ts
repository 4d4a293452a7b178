import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, Expect, finishedCall, loggedInAs, restoreNotesAtEnd, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Notes belong to the call, not to their author: both sides read them, in the call and in the list (interface §4.4, 1,
 * 3 and 4).
 */
export default administratorScenario(
  function* ({ colleague }) {
    const call = yield* finishedCall
    yield* restoreNotesAtEnd(call)
    yield* step("the administrator notes a ticket", (yield* Calls).annotate(call.session, { alt2_id: "ticket 4712" }))

    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const calls = yield* Calls
        const read = yield* step("they read the call", calls.read(call.session))
        yield* Expect.equal("the ticket that they read", read.alt2_id, "ticket 4712")
        const found = yield* step("they list calls with the ticket", calls.list({ filter: "alt2_id=ticket 4712" }))
        // a signed address of the recording depends on the time
        const [listed] = found
        yield* Expect.equal("calls with the ticket", found, [{ ...read, recordingUrl: listed?.recordingUrl }])
      })
    )
  },
  { destructive: true, needs: ["world"] }
)
