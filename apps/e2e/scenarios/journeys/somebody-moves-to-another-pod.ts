import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorScenario,
  defaultPod,
  Expect,
  otherPod,
  podCounts,
  provisionedUser,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The pods of a user are set at provisioning, and no operation changes them: to move, a user is deleted and provisioned
 * again. The counts follow; it is a new user (interface §2.6, §4.5, 1, 2 and 5).
 */
export default administratorScenario(
  function* () {
    const { remove } = yield* EnterpriseUsers
    const [from, to] = [yield* defaultPod, yield* otherPod]
    const usersOf = Effect.gen(function* () {
      return [(yield* podCounts(from.id)).users, (yield* podCounts(to.id)).users]
    })
    const [users = 0, others = 0] = yield* usersOf

    const before = yield* provisionedUser({ name: "Katherine Johnson" })
    yield* Expect.equal("users of both pods", yield* usersOf, [users + 1, others])
    yield* step("they are deleted", remove(before.id))
    const email = yield* Expect.present("their e-mail address", before.email)
    const after = yield* provisionedUser({ email, name: "Katherine Johnson", pod_ids: [to.id] })
    yield* Expect.equal("users of both pods after the move", yield* usersOf, [users, others + 1])
    yield* Expect.isTrue("whether they are a new user", after.id !== before.id)

    yield* step("they leave", remove(after.id))
    yield* Expect.equal("users of both pods at the end", yield* usersOf, [users, others])
  },
  { tags: ["journey", "admin"] }
)
