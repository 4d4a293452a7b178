import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Registration } from "@remote-assist/core/Registration"
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
import * as Effect from "effect/Effect"

/**
 * A deleted user leaves nothing behind: the same person registers again, and is another user (interface §3.1 and
 * §3.2).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const { confirm, register } = yield* Registration
    const before = yield* administratorLooksUp(account.email)
    yield* step("and deletes them", (yield* EnterpriseUsers).remove(before.id))

    yield* registerWith(account.email, register({ user_info: account }))
    yield* refusedOnV1("a log-in before the confirmation", (yield* Auth).logIn(account))
    const token = yield* mailedToken(account.email)
    yield* step("the account is confirmed", confirm(token))
    const after = yield* step("the administrator looks them up", userByEmail(account.email))
    yield* Expect.isTrue("it is another user", after.id !== before.id)
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
