import type { Call } from "@remote-assist/core/Calls"
import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * Without an order the list begins with the latest call; the key timeCallStarted turns it around. The values of
 * `order` are not shown by the interface: the emulator takes the names of fields (interface §4.4, 1).
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
