import { mailedToken, pendingEmail, refusedOnV1, registeredAccount, scenario, step } from "@remote-assist/e2e"

/**
 * The token of a registration does not confirm a new e-mail address, and that of a new address does not confirm an
 * account: each is 401 there, and still works at its own operation (interface §3.2 and §4.3, 2-3).
 */
export default scenario(
  function* ({ registration }) {
    const waiting = yield* registeredAccount()
    const { token: ofAddress } = yield* pendingEmail
    const { confirm, confirmNewEmail } = registration
    const ofAccount = yield* mailedToken(waiting.email)

    yield* refusedOnV1("an account's token for a new address", confirmNewEmail(ofAccount))
    yield* refusedOnV1("a new address's token for an account", confirm(ofAddress))
    yield* step("the account is confirmed with its own", confirm(ofAccount))
    yield* step("the address is confirmed with its own", confirmNewEmail(ofAddress))
  },
  { tags: ["admin"], needs: ["outbox"] }
)
