import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** A deactivated user is inactive. */
export default administratorScenario(function* ({ users }) {
  const user = yield* provisionedUser()
  yield* step("they are deactivated", users.deactivate(user.id))
  yield* Expect.equal("active", (yield* userByEmail(user.email ?? "")).active, false)
})
