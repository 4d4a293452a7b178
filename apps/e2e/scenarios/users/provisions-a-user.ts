import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn, provisionedUser } from "../../src/steps/people.ts"

export default scenario(
  "users/provisions-a-user",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const user = yield* provisionedUser
    yield* Expect.equal("whether the new user is active", user.active, true)
    yield* Expect.equal("their role", user.role_name, "User")
    yield* Expect.equal("their name", user.name, "Somebody New")
  })
)
