import { CallId, Calls } from "@remote-assist/core/Calls"
import { refusedAsText, refusedOnV1, scenario, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * An unknown user token is refused with 401: as a text when calls are listed and read, as an object with a code for the
 * recent call and annotations (interface §4.4, 1-6, §7).
 */
export default scenario(function* () {
  const id = CallId.make("call_00000000-0000-4000-8000-000000000001")
  yield* withUserToken(
    Redacted.make("no-such-token"),
    Effect.gen(function* () {
      const calls = yield* Calls
      yield* refusedAsText("listing calls", calls.list())
      yield* refusedAsText("reading a call", calls.read(id))
      yield* refusedAsText("reading an event stream", calls.eventStream(id))
      yield* refusedAsText("reading events", calls.events(id))
      yield* refusedOnV1("reading the recent call", calls.recent)
      yield* refusedOnV1("annotating a call", calls.annotate(id, { alt1_id: "ticket 4711" }))
    })
  )
})
