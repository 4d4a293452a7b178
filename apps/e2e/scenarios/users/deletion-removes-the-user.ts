import {
  administratorScenario,
  defaultPod,
  Expect,
  expectNoUser,
  podCounts,
  provisionedUser,
  refusedOnV1R1,
  step
} from "@remote-assist/e2e"

/**
 * A deleted user is removed from the list and from their pods, and cannot be changed or deleted again (interface §3.1,
 * §4.5, 5).
 */
export default administratorScenario(
  function* ({ users }) {
    const { id } = yield* defaultPod
    const before = yield* podCounts(id)
    const user = yield* provisionedUser()
    yield* step("they are deleted", users.remove(user.id))

    yield* expectNoUser(user.email ?? "")
    yield* Expect.equal("users of their pod", yield* podCounts(id), before)
    yield* refusedOnV1R1("activating them", users.reactivate(user.id))
    yield* refusedOnV1R1("deleting them again", users.remove(user.id))
  },
  { tags: ["admin", "smoke"] }
)
