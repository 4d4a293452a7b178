import { administratorScenario, Expect, provisionedUser, refusedOnV1R1, userByEmail } from "@remote-assist/e2e"

/** A field of another type is refused with 400, and the update has no effect (interface §4.5, 4, §7). */
export default administratorScenario(
  function* ({ raw }) {
    const user = yield* provisionedUser()
    const path = `/v1r1/enterprise/users/${user.id}`
    yield* refusedOnV1R1("a text for active", raw.request("PUT", path, { body: { active: "no", name: "Renamed" } }))
    yield* refusedOnV1R1("a number for the name", raw.request("PUT", path, { body: { active: false, name: 7 } }))
    yield* refusedOnV1R1("a list for the body", raw.request("PUT", path, { body: [{ active: false }] }))
    yield* Expect.equal("the user", yield* userByEmail(user.email ?? ""), user)
  },
  { tags: ["admin"], needs: ["world"] }
)
