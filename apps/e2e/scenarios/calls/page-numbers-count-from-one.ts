import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/** Pages count from 1: the SDK refuses the page 0 before anything is sent (interface §2.7, §4.4, 1). */
export default administratorScenario(function* ({ calls }) {
  const refused = yield* step(
    "the page 0 is asked for",
    Expect.failure("the page 0", calls.list({ page: 0 }), "InvalidRequest")
  )
  yield* Expect.equal("the operation that was not sent", refused.operation, "Calls.list")
})
