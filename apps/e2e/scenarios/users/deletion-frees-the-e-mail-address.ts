import { administratorScenario, Expect, provisionedUser, step, unusedEmail } from "@remote-assist/e2e"

/**
 * The e-mail address of a deleted user is free for a new user with a new id and no old data (interface §3.1, §4.5, 1
 * and 5).
 */
export default administratorScenario(
  function* ({ users }) {
    const email = yield* unusedEmail
    const first = yield* provisionedUser({ email, name: "The First" })
    yield* step("they are deleted", users.remove(first.id))
    const second = yield* provisionedUser({ email, name: "The Second" })
    yield* Expect.equal("name", second.name, "The Second")
    yield* Expect.isTrue("whether the id is another", second.id !== first.id)
  },
  { tags: ["admin"] }
)
