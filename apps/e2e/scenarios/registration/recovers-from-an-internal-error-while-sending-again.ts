import { Expect, mailedToken, refusedOnV1, registeredAccount, scenario, step, whileFailing } from "@remote-assist/e2e"

/**
 * When sending the e-mail again fails with 500, none was sent; the first one still confirms (interface §4.3, 4 and
 * §7).
 */
export default scenario(
  function* ({ mails, registration }) {
    const account = yield* registeredAccount()
    const { confirm, resendConfirmation } = registration
    const again = resendConfirmation(account.email)

    yield* whileFailing("Registration.resendConfirmation", refusedOnV1("another e-mail", again, 500))
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 1)
    const token = yield* mailedToken(account.email)
    yield* step("the first e-mail confirms the account", confirm(token))
  },
  { needs: ["outbox", "control"] }
)
