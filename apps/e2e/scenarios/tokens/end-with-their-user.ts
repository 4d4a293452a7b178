import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Tokens } from "@remote-assist/core/Tokens"
import { administratorLooksUp, confirmedAccount, refusedOnV1, scenario, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * When a user is deleted, what their tokens allowed ends at once, though none has expired (interface §3.1 and §4.1,
 * 6).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const auth = yield* Auth
    const { token, refresh } = yield* step("they log in", auth.logIn(account))
    const { info } = yield* Tokens
    yield* step("their token is inspected", info(token))

    const { id } = yield* administratorLooksUp(account.email)
    yield* step("the user is deleted", (yield* EnterpriseUsers).remove(id))
    yield* refusedOnV1("the inspection of their token", info(token))
    yield* refusedOnV1("its refresh", auth.refresh(refresh))
    yield* refusedOnV1("another log-in", auth.logIn(account))
  }),
  { tags: ["admin"], needs: ["outbox"] }
)
