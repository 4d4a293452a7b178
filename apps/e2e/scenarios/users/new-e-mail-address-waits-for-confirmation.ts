import { administratorScenario, Expect, provisionedUser, step, unusedEmail, userByEmail } from "@remote-assist/e2e"
import * as Redacted from "effect/Redacted"

/**
 * A new e-mail address from an administrator is valid after its owner has confirmed it with the token that was sent
 * there (interface §3.2, §4.3, 3, §4.5, 4).
 */
export default administratorScenario(
  function* ({ mails, registration, users }) {
    const user = yield* provisionedUser()
    const [before, email] = [user.email ?? "", yield* unusedEmail]
    yield* step("their e-mail address is changed", users.update(user.id, { email }))
    yield* Expect.equal("the user, under the old address", (yield* userByEmail(before)).id, user.id)

    const [mail] = yield* mails(email)
    const token = yield* Expect.present("the token that was sent there", mail?.token)
    const { confirmNewEmail } = registration
    const confirmed = yield* step("the new address is confirmed", confirmNewEmail(Redacted.make(token)))
    yield* Expect.equal("address of who confirmed", confirmed.email, email)
    yield* Expect.equal("the user, under the new address", (yield* userByEmail(email)).id, user.id)
  },
  { tags: ["admin"], needs: ["outbox"] }
)
