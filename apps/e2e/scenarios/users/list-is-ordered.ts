import { administratorScenario, Expect, provisionedUser, step, unusedEmail } from "@remote-assist/e2e"

/**
 * Programs send `order=name` to the list of users, which ascends. The interface does not describe it (interface §4.5,
 * 3).
 */
export default administratorScenario(
  function* ({ users }) {
    const about = yield* unusedEmail
    yield* provisionedUser({ name: "Zoe", email: `z-${about}` })
    yield* provisionedUser({ name: "Abe", email: `a-${about}` })
    const filter = `email~=%${about}`
    const listed = yield* step("they are listed by name", users.list({ filter, order: "name" }))
    yield* Expect.equal(
      "names",
      listed.entries.map(({ name }) => name),
      ["Abe", "Zoe"]
    )
  },
  { tags: ["admin"] }
)
