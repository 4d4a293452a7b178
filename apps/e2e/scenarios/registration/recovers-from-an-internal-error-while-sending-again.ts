import { Registration } from "@remote-assist/core/Registration"
import {
  Expect,
  mailedToken,
  refusedOnV1,
  registeredAccount,
  scenario,
  step,
  Target,
  whileFailing
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * When sending the e-mail again fails with 500, none was sent; the first one still confirms (interface §4.3, 4 and
 * §7).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* registeredAccount()
    const { confirm, resendConfirmation } = yield* Registration
    const again = resendConfirmation(account.email)

    yield* whileFailing("Registration.resendConfirmation", refusedOnV1("another e-mail", again, 500))
    const { mails } = yield* Target
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 1)
    const token = yield* mailedToken(account.email)
    yield* step("the first e-mail confirms the account", confirm(token))
  }),
  { needs: ["outbox", "control"] }
)
