import { administratorScenario, Expect, findCall, step, whileFailing } from "@remote-assist/e2e"

/** Reading is safe to retry: the SDK repeats it after a 500, and the caller gets the answer (interface §4.4, 3, §7). */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* findCall("a call", () => true)
    const reading = step("a call is read, which fails at first", calls.read(call.session))
    yield* Expect.equal("the call", yield* whileFailing("Calls.read", reading, { first: 1 }), call)
  },
  { needs: ["control"] }
)
