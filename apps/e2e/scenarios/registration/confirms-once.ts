import { mailedToken, refusedOnV1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * A confirmation token is used up by the confirmation: the same one again is 401, and the account stays confirmed
 * (interface §3.2 and §4.3, 2).
 */
export default scenario(
  function* ({ auth, registration }) {
    const account = yield* registeredAccount()
    const { confirm } = registration
    const token = yield* mailedToken(account.email)

    yield* step("the account is confirmed", confirm(token))
    yield* refusedOnV1("the same token again", confirm(token))
    yield* step("they still log in", auth.logIn(account))
  },
  { needs: ["outbox"] }
)
