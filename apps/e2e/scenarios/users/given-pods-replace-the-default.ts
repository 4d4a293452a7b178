import { administratorScenario, defaultPod, Expect, otherPod, podCounts, provisionedUser } from "@remote-assist/e2e"

/** `pod_ids` sets the pods of a user; the default pod is only included if it is listed (interface §3.1, §4.5, 1). */
export default administratorScenario(
  function* () {
    const base = yield* defaultPod
    const pod = yield* otherPod
    yield* provisionedUser({ pod_ids: [pod.id] })
    const { users } = yield* podCounts(pod.id)
    yield* Expect.equal("users of the given pod", users, (pod.user_count ?? 0) + 1)
    yield* Expect.equal("users of the default pod", (yield* podCounts(base.id)).users, base.user_count)
  },
  { tags: ["admin"] }
)
