import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/** Deactivating an inactive user and activating an active one succeed without a change (interface §3.1, §4.5, 4). */
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
