import { administratorScenario, createdPersonalAccessToken, Expect, step } from "@remote-assist/e2e"

/** The list is an array, not paged, of the tokens of the current user (interface §4.2, 1). */
export default administratorScenario(
  function* ({ personalAccessTokens }) {
    const { list } = personalAccessTokens
    const one = yield* createdPersonalAccessToken
    const other = yield* createdPersonalAccessToken
    const ids = (yield* step("the tokens are listed", list)).map(({ id }) => id)
    yield* Expect.isTrue("both new ones are there", ids.includes(one.id) && ids.includes(other.id))
    yield* Expect.isTrue("each has another id", new Set(ids).size === ids.length)
  },
  { tags: ["smoke"] }
)
