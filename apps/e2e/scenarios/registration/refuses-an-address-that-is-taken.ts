import { Registration } from "@remote-assist/core/Registration"
import { applicant, refusedOnV1, refusedOnV1R1, scenario, Target } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An e-mail address belongs to one user: to register another with it is 401 on `/v1` and 400 on `/v1r1` (interface
 * §4.3, 1 and 5; §7).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    const { register, registerV1R1 } = yield* Registration
    const taken = { user_info: { ...(yield* applicant), email: administrator.email } }

    yield* refusedOnV1("an address that is taken", register(taken))
    yield* refusedOnV1R1("the same on /v1r1", registerV1R1(taken))
  })
)
