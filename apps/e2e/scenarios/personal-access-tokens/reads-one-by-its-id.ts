import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import { administratorLogsIn, createdPersonalAccessToken, Expect, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** One token is read by its id, and says what the list says of it (interface §4.2, 3). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { list, read } = yield* PersonalAccessTokens
    const created = yield* createdPersonalAccessToken

    const one = yield* step("it is read", read(String(created.id)))
    yield* Expect.equal("its id and description", [one.id, one.description], [created.id, created.description])
    const listed = (yield* step("the tokens are listed", list)).find(({ id }) => id === created.id)
    yield* Expect.equal("what the list says of it", listed, one)
  })
)
