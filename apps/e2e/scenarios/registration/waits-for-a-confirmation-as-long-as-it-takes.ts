import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import { mailedToken, registeredAccount, scenario, step, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * No end of a confirmation token is described: an account is confirmed a year after it was registered (interface §3.2
 * and §4.3, 2).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* registeredAccount()
    const token = yield* mailedToken(account.email)

    yield* step("a year passes", (yield* Target).advance("365 days"))
    yield* step("the account is confirmed", (yield* Registration).confirm(token))
    yield* step("they log in", (yield* Auth).logIn(account))
  }),
  { needs: ["outbox", "clock"] }
)
