import { CallOptions } from "@remote-assist/core/CallOptions"
import { administratorScenario, Expect, provisionedUser, step, userByEmail } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Provisioning and updating accept parameters that are not documented; the service ignores unknown ones (interface
 * §4.5, 1 and 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const user = yield* provisionedUser()
    const update = Effect.provideService(users.update(user.id, { name: "Renamed" }), CallOptions, {
      extra: { body: { shoe_size: 43 } }
    })
    yield* step("they are updated with a field that nobody knows", update)
    yield* Expect.equal("their name", (yield* userByEmail(user.email ?? "")).name, "Renamed")
  },
  { tags: ["admin"], needs: ["world"] }
)
