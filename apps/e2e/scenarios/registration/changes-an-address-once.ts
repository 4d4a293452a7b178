import { pendingEmail, refusedOnV1, scenario, step } from "@remote-assist/e2e"

/**
 * The token for a new e-mail address is used up as well: the same one again is 401 and changes nothing (interface §3.2
 * and §4.3, 3).
 */
export default scenario(
  function* ({ auth, registration }) {
    const { account, email, token } = yield* pendingEmail
    const { confirmNewEmail } = registration

    yield* step("the new address is confirmed", confirmNewEmail(token))
    yield* refusedOnV1("the same token again", confirmNewEmail(token))
    yield* step("they log in with the new address", auth.logIn({ ...account, email }))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
