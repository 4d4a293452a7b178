import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"
import * as Option from "effect/Option"

/**
 * The answers to provisioning and to an update are not shown: deployed programs parse them as JSON, and the emulator
 * answers the entry as the list has it (interface §4.5, 1 and 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    const { entry } = yield* step("they are renamed", users.update(user.id, { name: "Renamed" }))
    yield* Expect.equal("the answer", Option.getOrUndefined(entry), yield* userByEmail(user.email ?? ""))
  },
  { tags: ["admin"], needs: ["world"] }
)
