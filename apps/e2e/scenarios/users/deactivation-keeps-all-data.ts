import {
  administratorScenario,
  defaultPod,
  Expect,
  podCounts,
  provisionedUser,
  step,
  userByEmail
} from "@remote-assist/e2e"

/**
 * Deactivation is reversible: the entry and the place in the pods stay as they are, and the user is still listed
 * (interface §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const { id } = yield* defaultPod
    const user = yield* provisionedUser({ name: "Katherine Johnson" })
    const counts = yield* podCounts(id)

    yield* step("they are deactivated", users.deactivate(user.id))
    const deactivated = yield* userByEmail(user.email ?? "")
    const { active, updated_at, ...rest } = deactivated
    const { active: wasActive, updated_at: _, ...before } = user
    yield* Expect.equal("active, before and after", [wasActive, active], [true, false])
    yield* Expect.equal("the rest of the entry", rest, before)
    yield* Expect.isTrue("whether the change is dated", (updated_at ?? "") >= (user.updated_at ?? ""))
    yield* Expect.equal("users of their pod", yield* podCounts(id), counts)
  },
  { tags: ["admin"] }
)
