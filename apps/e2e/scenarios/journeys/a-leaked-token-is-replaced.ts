import {
  administratorLogsIn,
  createdPersonalAccessToken,
  Expect,
  listOwnTokens,
  refusedOnV1R1,
  scenario,
  step,
  withUserToken
} from "@remote-assist/e2e"

/**
 * A personal access token leaked. Its owner removes it, which ends all access with it, and gives the program another;
 * their own session and other tokens are not affected (interface §4.1, 10 and §4.2).
 */
export default scenario(
  function* ({ auth, personalAccessTokens }) {
    const { personalAccessToken } = auth
    yield* administratorLogsIn
    const { list, remove } = personalAccessTokens
    const leaked = yield* createdPersonalAccessToken
    const other = yield* createdPersonalAccessToken
    const thief = yield* step("somebody else exchanges the leaked token", personalAccessToken(leaked.token))
    yield* withUserToken(thief.token, step("and reads with it", listOwnTokens))

    yield* step("the owner removes it", remove(leaked.id))
    const fresh = yield* createdPersonalAccessToken
    yield* withUserToken(thief.token, refusedOnV1R1("what else they try", listOwnTokens))
    yield* refusedOnV1R1("another exchange of the leaked token", personalAccessToken(leaked.token))

    for (const { id, token } of [fresh, other])
      yield* step(`a program exchanges token ${id}`, personalAccessToken(token))
    const left = (yield* step("the owner, still logged in, lists their tokens", list)).map(({ id }) => id)
    yield* Expect.equal("the leaked token among them", left.includes(leaked.id), false)
  },
  { tags: ["journey"] }
)
