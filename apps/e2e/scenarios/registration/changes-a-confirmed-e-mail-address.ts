import { Expect, newestMail, pendingEmail, refusedOnV1, scenario, step, userByEmail } from "@remote-assist/e2e"

/**
 * A user keeps the old e-mail address until they confirm the new one with the token that was sent there; the answer is
 * the whole user (interface §2.4, §3.2 and §4.3, 3).
 */
export default scenario(
  function* ({ auth, registration }) {
    const { account, email, token } = yield* pendingEmail
    const user = yield* userByEmail(account.email)
    const moved = { ...account, email }

    yield* step("they log in with the old address", auth.logIn(account))
    yield* refusedOnV1("a log-in with the new address", auth.logIn(moved))
    const mail = yield* newestMail(email)
    yield* Expect.equal("what the e-mail to the new address is about", mail.kind, "new-email")
    const changed = yield* step("the new address is confirmed", registration.confirmNewEmail(token))
    yield* Expect.equal("whose it is", [changed.id, changed.email], [user.id, email])
    yield* step("they log in with the new address", auth.logIn(moved))
    yield* refusedOnV1("a log-in with the old one", auth.logIn(account))
  },
  { tags: ["smoke", "admin"], needs: ["outbox"] }
)
