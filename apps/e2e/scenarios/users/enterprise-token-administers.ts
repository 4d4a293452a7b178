import { Expect, provisionedUser, refusedAsText, scenario, step, userByEmail } from "@remote-assist/e2e"

/**
 * The token of the enterprise administers it like that of an administrator, but does not belong to a user: it has no
 * calls (interface §4.1, 5, §4.5, §5, 2).
 */
export default scenario(
  function* ({ administrator, calls, session, users }) {
    yield* step("the enterprise logs in", session.logInAsEnterprise(administrator))
    const user = yield* provisionedUser()
    yield* Expect.equal("active", user.active, true)
    yield* step("the user is renamed", users.update(user.id, { name: "Renamed" }))
    yield* Expect.equal("their name", (yield* userByEmail(user.email ?? "")).name, "Renamed")
    yield* refusedAsText("listing calls", calls.list())
  },
  { tags: ["admin"] }
)
