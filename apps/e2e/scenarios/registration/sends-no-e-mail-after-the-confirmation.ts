import { confirmedAccount, Expect, refusedOnV1, scenario } from "@remote-assist/e2e"

/**
 * The e-mail is sent again only for an unconfirmed account: afterwards the request is 401 and nothing is sent
 * (interface §3.2 and §4.3, 4).
 */
export default scenario(
  function* ({ mails, registration }) {
    const account = yield* confirmedAccount
    const { resendConfirmation } = registration

    yield* refusedOnV1("another e-mail to a confirmed account", resendConfirmation(account.email))
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 1)
  },
  { needs: ["outbox"] }
)
