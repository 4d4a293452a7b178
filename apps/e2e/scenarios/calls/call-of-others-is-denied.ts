import { Calls } from "@remote-assist/core/Calls"
import { administratorScenario, loggedInAs, refusedAsText, runningCall } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Reading a call of other users and its events is 403 with a text (interface §4.4, 3, 5 and 6, §7). */
export default administratorScenario(
  function* ({ colleague }) {
    const { session } = yield* runningCall
    yield* loggedInAs(
      colleague,
      Effect.gen(function* () {
        const calls = yield* Calls
        yield* refusedAsText("reading a call of others", calls.read(session), 403)
        yield* refusedAsText("reading its event stream", calls.eventStream(session), 403)
        yield* refusedAsText("reading its events", calls.events(session), 403)
      })
    )
  },
  { needs: ["world"] }
)
