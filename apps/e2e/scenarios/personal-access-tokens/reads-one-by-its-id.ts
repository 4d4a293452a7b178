import { administratorScenario, createdPersonalAccessToken, Expect, step } from "@remote-assist/e2e"

/** A token is read by its id, with the fields of the list (interface §4.2, 3). */
export default administratorScenario(function* ({ personalAccessTokens }) {
  const { list, read } = personalAccessTokens
  const created = yield* createdPersonalAccessToken

  const one = yield* step("it is read", read(String(created.id)))
  yield* Expect.equal("its id and description", [one.id, one.description], [created.id, created.description])
  const listed = (yield* step("the tokens are listed", list)).find(({ id }) => id === created.id)
  yield* Expect.equal("what the list says of it", listed, one)
})
