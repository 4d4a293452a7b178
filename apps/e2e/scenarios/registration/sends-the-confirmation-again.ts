import { Auth } from "@remote-assist/core/Auth"
import { Registration } from "@remote-assist/core/Registration"
import {
  Expect,
  mailedToken,
  newestMail,
  refusedOnV1,
  registeredAccount,
  scenario,
  step,
  Target
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Who lost the e-mail asks for it again. The account stays as it was, and the new e-mail confirms it (interface §3.2
 * and §4.3, 4).
 */
export default scenario(
  Effect.gen(function* () {
    const account = yield* registeredAccount()
    const { confirm, resendConfirmation } = yield* Registration
    const { mails } = yield* Target
    const before = yield* newestMail(account.email)

    yield* step("the e-mail is asked for again", resendConfirmation(account.email))
    const again = yield* newestMail(account.email)
    yield* Expect.equal("what it is about", again.kind, before.kind)
    yield* Expect.equal("e-mails sent in all", (yield* mails(account.email)).length, 2)
    yield* refusedOnV1("a log-in meanwhile", (yield* Auth).logIn(account))
    const token = yield* mailedToken(account.email)
    yield* step("its token confirms the account", confirm(token))
    yield* step("they log in", (yield* Auth).logIn(account))
  }),
  { tags: ["smoke"], needs: ["outbox"] }
)
