import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, finishedCall, loggedInAs, newcomer, refusedAsText } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The endpoints are for the calls of the current user: an administrator cannot read a call of other users (interface
 * §4.4, 3).
 */
export default administratorScenario(
  function* () {
    const { session } = yield* finishedCall
    const other = yield* newcomer({ role: "EnterpriseAdmin" })
    yield* loggedInAs(
      other,
      Effect.flatMap(Calls, (calls) => refusedAsText("reading a call of others", calls.read(session), 403))
    )
  },
  { needs: ["world"], tags: ["admin"] }
)
