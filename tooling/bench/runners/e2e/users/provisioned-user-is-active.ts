import { administratorLogsIn, Expect, provisionedUser, scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** A provisioned user has their name and is active. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const user = yield* provisionedUser({ name: "Mary Jackson" })
    yield* Expect.equal("name and activity", [user.name, user.active], ["Mary Jackson", true])
  })
)
