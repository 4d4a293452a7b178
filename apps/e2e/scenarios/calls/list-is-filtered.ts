import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * A filter is one clause such as `reasonCallEnded=Timed out`. Its grammar is not shown for calls: the emulator uses
 * that of users, for texts, numbers and flags (interface §4.4, 1).
 */
export default administratorScenario(
  function* ({ calls }) {
    const missed = yield* step("missed calls are listed", calls.list({ filter: "reasonCallEnded=Timed out" }))
    const reasons = new Set(missed.map(({ reasonCallEnded }) => reasonCallEnded))
    yield* Expect.equal("reasons of the missed calls", [...reasons], ["Timed out"])

    const long = yield* step("calls of more than ten minutes are listed", calls.list({ filter: "callDuration>600" }))
    yield* Expect.atLeast("calls of more than ten minutes", long.length, 1)
    yield* Expect.equal(
      "shorter ones among them",
      long.filter(({ callDuration }) => Number(callDuration) <= 600),
      []
    )
    const none = yield* step("calls of nobody are listed", calls.list({ filter: "dialerName=Nobody" }))
    yield* Expect.equal("calls of nobody", none, [])
  },
  { needs: ["world"] }
)
