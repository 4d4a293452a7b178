import { administratorScenario, defaultPod, Expect, podCounts, provisionedUser, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The counts of a pod follow new and deleted users; administrators count twice, as users and as administrators.
 * Deactivation does not change them (interface §2.6, §3.1).
 */
export default administratorScenario(
  function* ({ users }) {
    const { id } = yield* defaultPod
    const before = yield* podCounts(id)
    const user = yield* provisionedUser()
    const boss = yield* provisionedUser({ role: "EnterpriseAdmin" })
    yield* Expect.equal("counts after two joined", yield* podCounts(id), {
      users: before.users + 2,
      admins: before.admins + 1
    })

    yield* step("the user is deactivated", users.deactivate(user.id))
    yield* Expect.equal("users after a deactivation", (yield* podCounts(id)).users, before.users + 2)
    yield* step("both are deleted", Effect.andThen(users.remove(user.id), users.remove(boss.id)))
    yield* Expect.equal("counts after both were deleted", yield* podCounts(id), before)
  },
  { tags: ["admin"] }
)
