import { administratorScenario, Expect, expectNoUser, provisionedUser, step } from "@remote-assist/e2e"
import * as Predicate from "effect/Predicate"

/** A user is deleted from either state, active or not; the answer has no shown body (interface §3.1, §4.5, 5). */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    yield* step("they are deactivated", users.deactivate(user.id))
    const { body } = yield* step("they are deleted", users.remove(user.id))
    yield* Expect.isTrue("whether the answer is not a user", !Predicate.hasProperty(body, "id"))
    yield* expectNoUser(user.email ?? "")
  },
  { tags: ["admin"] }
)
