import { confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A validation may ask for a category of permissions: an administrator is an `owner`, a plain user an `employee`, and
 * a category that nobody knows is 401 (interface §4.1, 7).
 */
export default scenario(
  function* ({ administrator, auth, tokens }) {
    const account = yield* confirmedAccount
    const { validate } = tokens
    const { token: owner } = yield* step("the administrator logs in", auth.logIn(administrator))
    const { token: employee } = yield* step("a plain user logs in", auth.logIn(account))

    yield* step("the one is an owner", validate({ token: owner, permission_category: "owner" }))
    yield* step("the other is an employee", validate({ token: employee, permission_category: "employee" }))
    yield* refusedOnV1("a plain user as an owner", validate({ token: employee, permission_category: "owner" }))
    yield* refusedOnV1("an unknown category", validate({ token: owner, permission_category: "magician" }))
  },
  { needs: ["outbox"] }
)
