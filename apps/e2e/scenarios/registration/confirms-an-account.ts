import { Tokens } from "@remote-assist/core/Tokens"
import { Expect, mailedToken, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * The token of the e-mail confirms the account: the answer has a message and a status, and from then on the person
 * logs in with the password they chose (interface §3.2 and §4.3, 2).
 */
export default scenario(
  function* ({ auth, registration }) {
    const account = yield* registeredAccount()
    const { confirm } = registration
    const token = yield* mailedToken(account.email)

    const confirmed = yield* step("the account is confirmed", confirm(token))
    yield* Expect.isTrue("there is a message", confirmed.message !== "")
    yield* Expect.isTrue("there is a status", confirmed.status !== "")
    const tokens = yield* step("they log in", auth.logIn(account))
    yield* step("their token works", (yield* Tokens).info(tokens.token))
  },
  { tags: ["smoke"], needs: ["outbox"] }
)
