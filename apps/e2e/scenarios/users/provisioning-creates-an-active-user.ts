import { administratorScenario, Expect, provisionedUser } from "@remote-assist/e2e"

/**
 * A provisioned user is active at once, in the role `User`, and is found in the list by the e-mail address (interface
 * §3.1, §4.5, 1).
 */
export default administratorScenario(
  function* () {
    const user = yield* provisionedUser({ name: "Somebody New" })
    yield* Expect.equal("name", user.name, "Somebody New")
    yield* Expect.equal("active", user.active, true)
    yield* Expect.equal("role", user.role_name, "User")
  },
  { tags: ["admin", "smoke"] }
)
