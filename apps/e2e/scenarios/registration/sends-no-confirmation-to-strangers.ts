import { Registration } from "@remote-assist/core/Registration"
import { refusedOnV1, scenario, Target, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** An address that nobody registered gets no e-mail, which is 401 (interface §4.3, 4). */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const { resendConfirmation } = yield* Registration

    yield* refusedOnV1("an e-mail to nobody", resendConfirmation(yield* unusedEmail))
    yield* refusedOnV1("an e-mail to somebody who is confirmed already", resendConfirmation(administrator.email))
  })
)
