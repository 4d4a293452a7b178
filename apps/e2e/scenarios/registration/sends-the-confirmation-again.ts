import { Expect, mailedToken, newestMail, refusedOnV1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * The e-mail can be sent again. The account does not change, and the new e-mail confirms it (interface §3.2 and §4.3,
 * 4).
 */
export default scenario(
  function* ({ auth, mails, registration }) {
    const account = yield* registeredAccount()
    const { confirm, resendConfirmation } = registration
    const before = yield* newestMail(account.email)

    yield* step("the e-mail is asked for again", resendConfirmation(account.email))
    const again = yield* newestMail(account.email)
    yield* Expect.equal("what it is about", again.kind, before.kind)
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 2)
    yield* refusedOnV1("a log-in meanwhile", auth.logIn(account))
    const token = yield* mailedToken(account.email)
    yield* step("its token confirms the account", confirm(token))
    yield* step("they log in", auth.logIn(account))
  },
  { tags: ["smoke"], needs: ["outbox"] }
)
