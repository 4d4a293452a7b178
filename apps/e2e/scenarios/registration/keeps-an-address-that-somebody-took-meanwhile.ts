import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import { provisionedUser, refusedOnV1, scenario, step, pendingEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who confirms a new e-mail address too late, after somebody else got it, is refused with 401 and keeps the old one
 * (interface §3.2 and §4.3, 3).
 */
export default scenario(
  Effect.gen(function* () {
    const { account, email, token } = yield* pendingEmail

    yield* provisionedUser({ email, name: "Somebody Quicker" })
    yield* refusedOnV1("the confirmation of the address", (yield* Registration).confirmNewEmail(token))
    yield* step("they log in with the old address", (yield* Auth).logIn(account))
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
