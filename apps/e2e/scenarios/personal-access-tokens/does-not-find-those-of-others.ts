import { PersonalAccessTokens } from "@remote-assist/core/PersonalAccessTokens"
import {
  administratorLogsIn,
  confirmedAccount,
  createdPersonalAccessToken,
  Expect,
  loggedInAs,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Users see and remove only their own tokens: those of others are 400, as unknown ones (interface §4.2, 3-4). */
export default scenario(
  function* ({ personalAccessTokens }) {
    const account = yield* confirmedAccount
    yield* administratorLogsIn
    const { id } = yield* createdPersonalAccessToken

    const others = Effect.gen(function* () {
      const { list, read, remove } = yield* PersonalAccessTokens
      yield* Expect.equal("another user's tokens", yield* step("another user lists theirs", list), [])
      yield* refusedOnV1R1("their reading of somebody else's", read(String(id)))
      yield* refusedOnV1R1("their removal of it", remove(id))
    })
    yield* loggedInAs(account, others)
    yield* step("its owner still has it", personalAccessTokens.read(String(id)))
  },
  { needs: ["outbox"] }
)
