import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Programs send `order=name` to the list of users, which ascends. The interface does not describe it (interface §4.5,
 * 3).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
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
  }),
  { tags: ["admin"] }
)
