import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { Expect, provisionedUser, refusedAsText, scenario, step, Target, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * The token of the enterprise administers it as an administrator's does, but is no user's: it has no calls (interface
 * §4.1, 5, §4.5, §5, 2).
 */
export default scenario(
  Effect.gen(function* () {
    const { administrator } = yield* Target
    yield* step("the enterprise logs in", (yield* Session).logInAsEnterprise(administrator))
    const user = yield* provisionedUser()
    yield* Expect.equal("active", user.active, true)
    yield* step("the user is renamed", (yield* EnterpriseUsers).update(user.id, { name: "Renamed" }))
    yield* Expect.equal("their name", (yield* userByEmail(user.email ?? "")).name, "Renamed")
    yield* refusedAsText("listing calls", (yield* Calls).list())
  }),
  { tags: ["admin"] }
)
