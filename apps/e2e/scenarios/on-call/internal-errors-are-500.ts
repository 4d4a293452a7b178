import { administratorScenario, Expect, expectInternalError, step } from "@remote-assist/e2e"

/** An internal error is 500 with an object of code and message, and changes no mark (interface §4.4, 7-9, §7). */
export default administratorScenario(
  function* ({ onCallGroups: groups }) {
    const before = yield* step("the groups are listed", groups.list())
    const { id } = yield* Expect.present("a group", before.entries[0])
    yield* expectInternalError("OnCallGroups.list", groups.list())
    yield* expectInternalError("OnCallGroups.favorite", groups.favorite(id))
    yield* expectInternalError("OnCallGroups.unfavorite", groups.unfavorite(id))
    yield* Expect.equal("the groups afterwards", yield* step("the groups are listed again", groups.list()), before)
  },
  { needs: ["control"] }
)
