import { mailedToken, refusedOnV1, registeredAccount, scenario, step, whileFailing } from "@remote-assist/e2e"

/** A confirmation that fails with 500 leaves its token as good as it was (interface §4.3, 2 and §7). */
export default scenario(
  function* ({ registration }) {
    const account = yield* registeredAccount()
    const { confirm } = registration
    const token = yield* mailedToken(account.email)

    yield* whileFailing("Registration.confirm", refusedOnV1("a confirmation", confirm(token), 500))
    yield* step("the same token confirms the account", confirm(token))
  },
  { needs: ["outbox", "control"] }
)
