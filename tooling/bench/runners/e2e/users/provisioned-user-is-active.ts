import { administratorScenario, Expect, provisionedUser } from "@remote-assist/e2e"

/** A provisioned user has their name and is active. */
export default administratorScenario(function* () {
  const user = yield* provisionedUser({ name: "Mary Jackson" })
  yield* Expect.equal("name and activity", [user.name, user.active], ["Mary Jackson", true])
})
