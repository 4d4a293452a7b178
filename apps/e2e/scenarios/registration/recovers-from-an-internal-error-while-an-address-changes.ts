import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import { refusedOnV1, scenario, step, pendingEmail, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The change of an e-mail address that fails with 500 has not happened: the old one logs in, and the token works later
 * (interface §4.3, 3 and §7).
 */
export default scenario(
  Effect.gen(function* () {
    const { account, token } = yield* pendingEmail
    const confirmed = (yield* Registration).confirmNewEmail(token)

    yield* whileFailing("Registration.confirmNewEmail", refusedOnV1("the confirmation", confirmed, 500))
    yield* step("they log in with the old address", (yield* Auth).logIn(account))
    yield* step("the same token changes the address", confirmed)
  }),
  { tags: ["admin"], needs: ["outbox", "control"] }
)
