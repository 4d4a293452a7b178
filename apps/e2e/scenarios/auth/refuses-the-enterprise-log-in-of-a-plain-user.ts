import { Auth } from "@remote-assist/core/Auth"
import { confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** Who does not administer the enterprise does not get its token, though the password is right (interface §4.1, 5). */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const auth = yield* Auth

    yield* refusedOnV1("the enterprise log-in of a plain user", auth.enterprise(account))
    yield* step("their own log-in succeeds", auth.logIn(account))
  }),
  { needs: ["outbox"] }
)
