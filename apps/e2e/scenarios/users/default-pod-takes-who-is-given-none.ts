import { administratorLogsIn, podCounts, defaultPod, Expect, provisionedUser, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A user who is given no pod is placed in the default one (interface §2.6, §3.1, §4.5, 1). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { id } = yield* defaultPod
    const before = yield* podCounts(id)
    yield* provisionedUser()
    yield* Expect.equal("users of the default pod", (yield* podCounts(id)).users, before.users + 1)
  }),
  { tags: ["admin"] }
)
