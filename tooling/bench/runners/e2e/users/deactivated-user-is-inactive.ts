import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A deactivated user is inactive. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const user = yield* provisionedUser()
    yield* step("they are deactivated", (yield* EnterpriseUsers).deactivate(user.id))
    yield* Expect.equal("active", (yield* userByEmail(user.email ?? "")).active, false)
  })
)
