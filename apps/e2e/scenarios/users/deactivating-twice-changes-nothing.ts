import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/**
 * Deactivating who is deactivated, and activating who is active, is no error: the state is what was asked for
 * (interface §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    const email = user.email ?? ""
    yield* step("they are activated, as they are", users.reactivate(user.id))
    yield* Expect.equal("active", (yield* userByEmail(email)).active, true)
    yield* step("they are deactivated", users.deactivate(user.id))
    yield* step("they are deactivated again", users.deactivate(user.id))
    yield* Expect.equal("active after that", (yield* userByEmail(email)).active, false)
  },
  { tags: ["admin"] }
)
