import { PodId } from "@remote-assist/core/Pods"
import { administratorScenario, expectNoUser, refusedOnV1R1, unusedEmail } from "@remote-assist/e2e"

/**
 * A user cannot be placed in an unknown pod: the request is refused with 400, and no user is created (interface §4.5,
 * 1, §7).
 */
export default administratorScenario(
  function* ({ users }) {
    const email = yield* unusedEmail
    yield* refusedOnV1R1("provisioning a user in no pod", users.provision({ email, pod_ids: [PodId.make(999_999)] }))
    yield* expectNoUser(email)
  },
  { tags: ["admin"], needs: ["world"] }
)
