import { administratorScenario, Expect, expectInternalError, findCall, step } from "@remote-assist/e2e"

/**
 * An internal error is 500 with an object of code and message on every call endpoint, also on those with texts for 401
 * and 403 (interface §4.4, 1-6, §7).
 */
export default administratorScenario(
  function* ({ calls }) {
    const { session } = yield* findCall("a call", () => true)
    yield* expectInternalError("Calls.list", calls.list())
    yield* expectInternalError("Calls.recent", calls.recent)
    yield* expectInternalError("Calls.read", calls.read(session))
    yield* expectInternalError("Calls.annotate", calls.annotate(session, { alt1_id: "never noted" }))
    yield* expectInternalError("Calls.eventStream", calls.eventStream(session))
    yield* expectInternalError("Calls.events", calls.events(session))

    const after = yield* step("the call is read", calls.read(session))
    yield* Expect.isTrue("whether the failed annotation left nothing", after.alt1_id !== "never noted")
  },
  { needs: ["control"] }
)
