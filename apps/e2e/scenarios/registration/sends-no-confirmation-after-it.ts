import { Registration } from "@remote-assist/core/Registration"
import { confirmedAccount, Expect, refusedOnV1, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Only an account that waits is sent its e-mail again: once confirmed, asking for it is 401 and nothing is sent
 * (interface §3.2 and §4.3, 4).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* confirmedAccount
    const { resendConfirmation } = yield* Registration

    yield* refusedOnV1("another e-mail to a confirmed account", resendConfirmation(account.email))
    const { mails } = yield* Target
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 1)
  }),
  { needs: ["outbox"] }
)
