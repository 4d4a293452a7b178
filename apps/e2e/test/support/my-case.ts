import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** My case. Say here in a sentence what a user does and what they must see. */
export default administratorScenario(
  function* ({ users }) {
    // removed when the scenario ends, also after a failure
    const user = yield* provisionedUser()
    yield* step("the user is deactivated", users.deactivate(user.id))
    const updated = yield* userByEmail(user.email ?? "")
    yield* Expect.equal("whether the user is active", updated.active, false)
  },
  { tags: [] }
)
