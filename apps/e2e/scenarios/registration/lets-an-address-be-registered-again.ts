import {
  administratorLooksUp,
  confirmedAccount,
  Expect,
  mailedToken,
  refusedOnV1,
  registerWith,
  scenario,
  step,
  userByEmail
} from "@remote-assist/e2e"

/** A deleted user can register again with the same address, as another user (interface §3.1 and §3.2). */
export default scenario(
  function* ({ auth, registration, users }) {
    const account = yield* confirmedAccount
    const { confirm, register } = registration
    const before = yield* administratorLooksUp(account.email)
    yield* step("and deletes them", users.remove(before.id))

    yield* registerWith(account.email, register({ user_info: account }))
    yield* refusedOnV1("a log-in before the confirmation", auth.logIn(account))
    const token = yield* mailedToken(account.email)
    yield* step("the account is confirmed", confirm(token))
    const after = yield* step("the administrator looks them up", userByEmail(account.email))
    yield* Expect.isTrue("it is another user", after.id !== before.id)
  },
  { tags: ["admin"], needs: ["outbox"] }
)
