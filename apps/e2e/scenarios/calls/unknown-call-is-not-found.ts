import { CallId } from "@remote-assist/core/Calls"
import { administratorScenario, refusedAsText, refusedOnV1 } from "@remote-assist/e2e"

/**
 * An unknown call is 401, as all missing data on /v1: a text when it is read, an object with a code when it is
 * annotated (interface §4.4, 3-6, §7).
 */
export default administratorScenario(function* ({ calls }) {
  const id = CallId.make("call_ffffffff-0000-4000-8000-000000000000")
  yield* refusedAsText("reading it", calls.read(id))
  yield* refusedAsText("reading its event stream", calls.eventStream(id))
  yield* refusedAsText("reading its events", calls.events(id))
  yield* refusedOnV1("annotating it", calls.annotate(id, { alt1_id: "ticket 4711" }))
})
