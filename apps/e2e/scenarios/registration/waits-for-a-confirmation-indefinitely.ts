import { mailedToken, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * The interface describes no expiry of confirmation tokens: an account is confirmed a year after its registration
 * (interface §3.2 and §4.3, 2).
 */
export default scenario(
  function* ({ advance, auth, registration }) {
    const account = yield* registeredAccount()
    const token = yield* mailedToken(account.email)

    yield* step("a year passes", advance("365 days"))
    yield* step("the account is confirmed", registration.confirm(token))
    yield* step("they log in", auth.logIn(account))
  },
  { needs: ["outbox", "clock"] }
)
