import { pendingEmail, refusedOnV1, scenario, step, whileFailing } from "@remote-assist/e2e"

/**
 * The change of an e-mail address that fails with 500 has not happened: the old one logs in, and the token works later
 * (interface §4.3, 3 and §7).
 */
export default scenario(
  function* ({ auth, registration }) {
    const { account, token } = yield* pendingEmail
    const confirmed = registration.confirmNewEmail(token)

    yield* whileFailing("Registration.confirmNewEmail", refusedOnV1("the confirmation", confirmed, 500))
    yield* step("they log in with the old address", auth.logIn(account))
    yield* step("the same token changes the address", confirmed)
  },
  { tags: ["admin"], needs: ["outbox", "control"] }
)
