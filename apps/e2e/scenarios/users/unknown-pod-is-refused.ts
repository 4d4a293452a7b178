import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { PodId } from "@remote-assist/core/Pods"
import { administratorLogsIn, expectNoUser, refusedOnV1R1, scenario, unusedEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A user cannot be placed in a pod that does not exist: the request is refused with 400, and nobody is created
 * (interface §4.5, 1, §7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const email = yield* unusedEmail
    yield* refusedOnV1R1("provisioning a user in no pod", users.provision({ email, pod_ids: [PodId.make(999_999)] }))
    yield* expectNoUser(email)
  }),
  { tags: ["admin"], needs: ["world"] }
)
