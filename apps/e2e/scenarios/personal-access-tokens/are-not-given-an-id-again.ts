import {
  administratorScenario,
  createdPersonalAccessToken,
  Expect,
  refusedOnV1R1,
  removedPersonalAccessToken
} from "@remote-assist/e2e"

/**
 * The id of a removed token is not reused, so that an old reference does not remove a new token (interface §2.3 and
 * §4.2, 4).
 */
export default administratorScenario(function* ({ personalAccessTokens }) {
  const { remove } = personalAccessTokens
  const first = yield* removedPersonalAccessToken
  const second = yield* createdPersonalAccessToken
  yield* Expect.isTrue("the next one has another id", second.id !== first.id)
  yield* refusedOnV1R1("another removal of the first", remove(first.id))
})
