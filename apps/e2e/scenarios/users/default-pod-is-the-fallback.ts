import { administratorScenario, defaultPod, Expect, podCounts, provisionedUser } from "@remote-assist/e2e"

/** A user without a pod is placed in the default one (interface §2.6, §3.1, §4.5, 1). */
export default administratorScenario(
  function* () {
    const { id } = yield* defaultPod
    const before = yield* podCounts(id)
    yield* provisionedUser()
    yield* Expect.equal("users of the default pod", (yield* podCounts(id)).users, before.users + 1)
  },
  { tags: ["admin"] }
)
