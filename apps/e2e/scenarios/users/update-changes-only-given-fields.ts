import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/**
 * An update has only the fields to change; an empty one changes nothing. The interface does not list these fields
 * (interface §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser({ name: "Mary Jackson" })
    const email = user.email ?? ""

    yield* step("their name is changed", users.update(user.id, { name: "Mary W. Jackson" }))
    const renamed = yield* userByEmail(email)
    yield* Expect.equal("their name", renamed.name, "Mary W. Jackson")
    yield* Expect.equal("active and role", [renamed.active, renamed.role_name], [user.active, user.role_name])

    yield* step("nothing is changed", users.update(user.id, {}))
    yield* Expect.equal("their name after that", (yield* userByEmail(email)).name, "Mary W. Jackson")
  },
  { tags: ["admin", "smoke"] }
)
