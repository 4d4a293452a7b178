import { administratorScenario, Expect, provisionedUser, unusedEmail } from "@remote-assist/e2e"

/**
 * An entry of the administration has the documented fields and others; a user who never logged in has no last use
 * (interface §2.5, §4.5, 3).
 */
export default administratorScenario(
  function* () {
    const email = yield* unusedEmail
    const user = yield* provisionedUser({ email, name: "Mary Jackson" })
    yield* Expect.equal("kind of the id", typeof user.id, "number")
    yield* Expect.equal("name and e-mail address", [user.name, user.email], ["Mary Jackson", email])
    yield* Expect.equal("user name", user.username, email.split("@")[0])
    yield* Expect.equal("active", user.active, true)
    yield* Expect.equal("available, before the first log-in", user.available, false)
    yield* Expect.equal("last used", user.last_used_at, "")
    yield* Expect.equal("first log-in to come", user.is_first_login, true)
    yield* Expect.isTrue("whether the creation has a date", Number.isFinite(Date.parse(user.created_at ?? "")))
    yield* Expect.equal("updated when created", user.updated_at, user.created_at)
  },
  { tags: ["admin"] }
)
