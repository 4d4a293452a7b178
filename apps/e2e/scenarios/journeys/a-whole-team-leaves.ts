import type { UserId } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  Expect,
  newcomer,
  otherPod,
  podCounts,
  refusedOnV1,
  step,
  unusedEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A contract ends and a team of six leaves its pod. They are deactivated at once, which keeps them in the pod and shuts
 * them out; once nobody misses anything they are deleted, and the counts are as before (interface §2.6, §3.1, §4.5, 2-5).
 */
export default administratorScenario(
  function* ({ auth, users }) {
    const { deactivate, list, remove } = users
    const pod = yield* otherPod
    const before = yield* podCounts(pod.id)
    const name = `Contractor ${yield* unusedEmail}`
    const filter = `name=${name}`
    const team = yield* Effect.replicateEffect(newcomer({ name, pod_ids: [pod.id] }), 6)
    yield* Expect.equal("users of their pod", (yield* podCounts(pod.id)).users, before.users + 6)
    const forAll = <A, E>(act: (id: UserId) => Effect.Effect<A, E>) =>
      Effect.forEach(team, ({ id }) => act(id), { concurrency: "unbounded" })

    yield* step("all are deactivated at the same time", forAll(deactivate))
    const { entries } = yield* step("they are listed", list({ filter }))
    yield* Expect.isTrue("none of them is active", entries.length === 6 && entries.every(({ active }) => !active))
    yield* Expect.equal("users of their pod", (yield* podCounts(pod.id)).users, before.users + 6)
    const { logIn } = auth
    for (const person of team) yield* refusedOnV1(`the log-in of ${person.email}`, logIn(person))

    yield* step("all are deleted at the same time", forAll(remove))
    const { total_entries } = yield* step("they are listed", list({ filter }))
    yield* Expect.equal("who is left", total_entries, 0)
    yield* Expect.equal("their pod", yield* podCounts(pod.id), before)
  },
  { tags: ["journey", "admin"], needs: ["world"] }
)
