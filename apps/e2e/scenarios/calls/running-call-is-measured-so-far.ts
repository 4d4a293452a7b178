import { administratorScenario, Expect, runningCall, step } from "@remote-assist/e2e"

/** The events of a running call grow: a later request has more, and nobody has left yet (interface §2.11, §4.4, 6). */
export default administratorScenario(
  function* ({ advance, calls }) {
    const { session } = yield* runningCall
    const before = yield* step("the events are read", calls.events(session))
    yield* step("a minute goes by", advance("1 minute"))
    const after = yield* step("the events are read again", calls.events(session))

    const later = Number(after.stats?.timestamp) - Number(before.stats?.timestamp)
    yield* Expect.atLeast("seconds that the statistics went on", later, 60)
    yield* Expect.equal("known until", after.call?.lastEvaluatedTimestamp, after.stats?.timestamp)
    yield* Expect.equal(
      "who has left",
      after.stats?.participantStats?.filter(({ ended }) => ended !== undefined),
      []
    )
  },
  { needs: ["world", "clock"] }
)
