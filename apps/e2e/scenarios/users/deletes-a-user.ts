import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn, provisionedUser } from "../../src/steps/people.ts"

export default scenario(
  "users/deletes-a-user",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const users = yield* EnterpriseUsers
    const user = yield* provisionedUser

    yield* users.remove(user.id)

    const left = yield* users.list({ filter: `email=${user.email}` })
    yield* Expect.equal("users with the e-mail of the deleted", left.total_entries, 0)
    yield* Expect.failure("a change of the deleted", users.deactivate(user.id), "ErrorV1R1")
    yield* Expect.failure("a second deletion", users.remove(user.id), "ErrorV1R1")
  })
)
