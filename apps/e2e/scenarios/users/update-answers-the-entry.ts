import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorLogsIn, Expect, provisionedUser, scenario, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * The answers to provisioning and to an update are not shown: deployed programs parse them as JSON, and the emulator
 * answers the entry as the list has it (interface §4.5, 1 and 4).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const user = yield* provisionedUser()
    const { entry } = yield* step("they are renamed", users.update(user.id, { name: "Renamed" }))
    yield* Expect.equal("the answer", Option.getOrUndefined(entry), yield* userByEmail(user.email ?? ""))
  }),
  { tags: ["admin"], needs: ["world"] }
)
