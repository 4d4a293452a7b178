import { administratorScenario, Expect, provisionedUser, refusedOnV1R1, userByEmail } from "@remote-assist/e2e"

/**
 * A name of spaces, an invalid e-mail address and the address of another user are refused with 400, and nothing changes
 * (interface §4.5, 4, §7).
 */
export default administratorScenario(
  function* ({ colleague, users }) {
    const { update } = users
    const user = yield* provisionedUser()
    yield* refusedOnV1R1("a name of spaces", update(user.id, { name: " " }))
    yield* refusedOnV1R1("an invalid address", update(user.id, { email: "nobody" }))
    yield* refusedOnV1R1("the address of another", update(user.id, { active: false, email: colleague.email }))
    yield* Expect.equal("the user", yield* userByEmail(user.email ?? ""), user)
  },
  { tags: ["admin"], needs: ["world"] }
)
