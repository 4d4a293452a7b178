import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import { refusedOnV1, scenario, step, pendingEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The token for a new e-mail address is used up as well: the same one again is 401 and changes nothing (interface §3.2
 * and §4.3, 3).
 */
export default scenario(
  Effect.gen(function* () {
    const { account, email, token } = yield* pendingEmail
    const { confirmNewEmail } = yield* Registration

    yield* step("the new address is confirmed", confirmNewEmail(token))
    yield* refusedOnV1("the same token again", confirmNewEmail(token))
    yield* step("they log in with the new address", (yield* Auth).logIn({ ...account, email }))
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
