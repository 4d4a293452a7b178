import { pendingEmail, provisionedUser, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * A user who confirms a new e-mail address after another user got it is refused with 401 and keeps the old one
 * (interface §3.2 and §4.3, 3).
 */
export default scenario(
  function* ({ auth, registration }) {
    const { account, email, token } = yield* pendingEmail

    yield* provisionedUser({ email, name: "Somebody Quicker" })
    yield* refusedOnV1("the confirmation of the address", registration.confirmNewEmail(token))
    yield* step("they log in with the old address", auth.logIn(account))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
