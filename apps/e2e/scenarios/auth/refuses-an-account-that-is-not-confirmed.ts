import { mailedToken, refusedOnV1, refusedOnV1R1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/** A registered user cannot log in until the account is confirmed (interface §3.2). */
export default scenario(
  function* ({ auth, registration }) {
    const account = yield* registeredAccount()
    yield* refusedOnV1("a log-in before the confirmation", auth.logIn(account))
    yield* refusedOnV1R1("the same on /v1r1", auth.logInV1R1(account))
    const confirmation = yield* mailedToken(account.email)
    yield* step("the account is confirmed", registration.confirm(confirmation))
    yield* step("they log in", auth.logIn(account))
  },
  { needs: ["outbox"] }
)
