import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** A user who is reactivated is active again. */
export default administratorScenario(function* ({ users }) {
  const user = yield* provisionedUser()
  yield* step("they are deactivated", users.deactivate(user.id))
  yield* step("they are reactivated", users.reactivate(user.id))
  yield* Expect.equal("active", (yield* userByEmail(user.email ?? "")).active, true)
})
