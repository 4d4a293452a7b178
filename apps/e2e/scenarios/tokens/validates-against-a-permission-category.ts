import { Auth } from "@remote-assist/core/Auth"
import { Tokens } from "@remote-assist/core/Tokens"
import { confirmedAccount, refusedOnV1, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A validation may ask for a category of permissions: an administrator is an `owner`, a plain user an `employee`, and
 * a category that nobody knows is 401 (interface §4.1, 7).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const { administrator } = yield* Target
    const auth = yield* Auth
    const { validate } = yield* Tokens
    const { token: owner } = yield* step("the administrator logs in", auth.logIn(administrator))
    const { token: employee } = yield* step("a plain user logs in", auth.logIn(account))

    yield* step("the one is an owner", validate({ token: owner, permission_category: "owner" }))
    yield* step("the other is an employee", validate({ token: employee, permission_category: "employee" }))
    yield* refusedOnV1("a plain user as an owner", validate({ token: employee, permission_category: "owner" }))
    yield* refusedOnV1("an unknown category", validate({ token: owner, permission_category: "magician" }))
  }),
  { needs: ["outbox"] }
)
