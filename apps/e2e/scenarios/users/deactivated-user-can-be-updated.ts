import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"

/**
 * A deactivated user can be changed like any other, and stays deactivated: an update of the name does not let them in
 * (interface §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    yield* step("they are deactivated", users.deactivate(user.id))
    yield* step("they are renamed", users.update(user.id, { name: "Renamed" }))
    const renamed = yield* userByEmail(user.email ?? "")
    yield* Expect.equal("name and activity", [renamed.name, renamed.active], ["Renamed", false])
    yield* step("they are renamed and reactivated at once", users.update(user.id, { name: "Back", active: true }))
    const back = yield* userByEmail(user.email ?? "")
    yield* Expect.equal("name and activity after that", [back.name, back.active], ["Back", true])
  },
  { tags: ["admin"] }
)
