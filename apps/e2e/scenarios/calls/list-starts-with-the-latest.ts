import type { Call } from "@remote-assist/core/Calls"
import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * By default the list starts with the latest call; the key timeCallStarted reverses it. The interface does not show
 * values of `order`: the emulator accepts names of fields (interface §4.4, 1).
 */
export default administratorScenario(
  function* ({ calls }) {
    const starts = (listed: ReadonlyArray<Call>) => listed.map(({ timeCallStarted }) => Number(timeCallStarted))

    const latest = starts(yield* step("the calls are listed without an order", calls.list()))
    yield* Expect.equal(
      "starts without an order",
      latest,
      latest.toSorted((one, other) => other - one)
    )
    const oldest = starts(yield* step("the calls are listed by their start", calls.list({ order: "timeCallStarted" })))
    yield* Expect.equal(
      "starts by the start",
      oldest,
      oldest.toSorted((one, other) => one - other)
    )
    yield* Expect.isTrue("whether the oldest is another", oldest[0] !== latest[0])
  },
  { needs: ["world"] }
)
