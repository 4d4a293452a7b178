import { Expect, mailedToken, refusedOnV1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * Somebody registers and forgets the e-mail. A month later they cannot log in, nor register again; the e-mail is sent
 * again, its token confirms the account, and from then on there is nothing to send (interface §3.2, §4.3, 1, 2 and 4).
 */
export default scenario(
  function* ({ advance, auth, mails, registration }) {
    const { confirm, register, resendConfirmation } = registration
    const { logIn } = auth
    const account = yield* registeredAccount()

    yield* step("a month and a day pass", advance("31 days"))
    yield* refusedOnV1("their log-in", logIn(account))
    yield* refusedOnV1("another registration", register({ user_info: account }))
    yield* step("they ask for the e-mail again", resendConfirmation(account.email))
    const kinds = (yield* mails(account.email)).map(({ kind }) => kind)
    yield* Expect.equal("e-mails to them", kinds, ["confirmation", "confirmation"])

    const token = yield* mailedToken(account.email)
    yield* step("they confirm the account", confirm(token))
    yield* step("they log in", logIn(account))
    yield* refusedOnV1("a third e-mail", resendConfirmation(account.email))
    yield* refusedOnV1("the used token", confirm(token))
  },
  { tags: ["journey"], needs: ["outbox", "clock"] }
)
