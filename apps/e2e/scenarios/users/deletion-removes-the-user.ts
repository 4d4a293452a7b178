import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  podCounts,
  defaultPod,
  Expect,
  expectNoUser,
  provisionedUser,
  refusedOnV1R1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A deleted user is gone from the list and from their pods, and cannot be changed nor deleted again: there is no way
 * back (interface §3.1, §4.5, 5).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const { id } = yield* defaultPod
    const before = yield* podCounts(id)
    const user = yield* provisionedUser()
    yield* step("they are deleted", users.remove(user.id))

    yield* expectNoUser(user.email ?? "")
    yield* Expect.equal("users of their pod", yield* podCounts(id), before)
    yield* refusedOnV1R1("activating them", users.reactivate(user.id))
    yield* refusedOnV1R1("deleting them again", users.remove(user.id))
  }),
  { tags: ["admin", "smoke"] }
)
