import { administratorLogsIn, Expect, expectNoUser, newestMail, registeredAccount, scenario } from "@remote-assist/e2e"

/**
 * With an API key anybody registers an account with e-mail address, name and password. It is not confirmed yet: an
 * e-mail with a confirmation token goes to the address (interface §3.2 and §4.3, 1).
 */
export default scenario(
  function* () {
    const account = yield* registeredAccount()

    const mail = yield* newestMail(account.email)
    yield* Expect.equal("what it is about", mail.kind, "confirmation")
    yield* Expect.isTrue("it has a subject", mail.subject !== "")
    yield* Expect.present("the token that confirms", mail.token)
    yield* administratorLogsIn
    yield* expectNoUser(account.email)
  },
  { tags: ["smoke"], needs: ["outbox"] }
)
