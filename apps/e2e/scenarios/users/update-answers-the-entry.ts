import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"
import * as Option from "effect/Option"

/**
 * The interface does not show the answers to provisioning and to an update: deployed programs parse them as JSON, and
 * the emulator answers the entry of the list (interface §4.5, 1 and 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    const { entry } = yield* step("they are renamed", users.update(user.id, { name: "Renamed" }))
    yield* Expect.equal("the answer", Option.getOrUndefined(entry), yield* userByEmail(user.email ?? ""))
  },
  { tags: ["admin"], needs: ["world"] }
)
