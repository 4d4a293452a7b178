import { Registration } from "@remote-assist/core/Registration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { unusedEmail } from "../../src/steps/people.ts"

export default scenario(
  "registration/refuses-an-unknown-confirmation",
  Effect.gen(function* () {
    const registration = yield* Registration
    const unknown = Redacted.make("no-such-confirmation")

    const confirmed = yield* Expect.failure("an unknown token", registration.confirm(unknown), "ErrorV1")
    yield* Expect.equal("its status", confirmed.status, 401)
    const changed = yield* Expect.failure("a new e-mail", registration.confirmNewEmail(unknown), "ErrorV1")
    yield* Expect.equal("its status", changed.status, 401)
    const nobody = registration.resendConfirmation(yield* unusedEmail)
    const resent = yield* Expect.failure("an e-mail to nobody", nobody, "ErrorV1")
    yield* Expect.equal("its status", resent.status, 401)
  })
)
