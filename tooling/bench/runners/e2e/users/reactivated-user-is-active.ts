import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A user who is reactivated is active again. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const user = yield* provisionedUser()
    yield* step("they are deactivated", users.deactivate(user.id))
    yield* step("they are reactivated", users.reactivate(user.id))
    yield* Expect.equal("active", (yield* userByEmail(user.email ?? "")).active, true)
  })
)
