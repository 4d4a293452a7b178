import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, Expect, loggedInAs, refusedOnV1, runningCall, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Annotating has no 403: notes on a call of other users are refused with 401, without a change (interface §4.4, 4). */
export default administratorScenario(
  function* ({ colleague }) {
    const call = yield* runningCall
    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const calls = yield* Calls
        yield* refusedOnV1("annotating a call of others", calls.annotate(call.session, { alt1_id: "not yours" }))
      })
    )
    const after = yield* step("the call is read", (yield* Calls).read(call.session))
    yield* Expect.equal("the id on the call", after.alt1_id, call.alt1_id)
  },
  { needs: ["world"] }
)
