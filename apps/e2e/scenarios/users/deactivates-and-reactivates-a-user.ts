import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Effect from "effect/Effect"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn, restoredAfterwards, userByEmail } from "../../src/steps/people.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "users/deactivates-and-reactivates-a-user",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague } = yield* Target
    const users = yield* EnterpriseUsers
    const auth = yield* Auth
    const user = yield* userByEmail(colleague.email)
    yield* restoredAfterwards(user)

    yield* users.deactivate(user.id)
    yield* Expect.equal("active after deactivation", (yield* userByEmail(colleague.email)).active, false)
    yield* Expect.failure("log-in of the deactivated on /v1", auth.logIn(colleague), "ErrorV1")
    yield* Expect.failure("log-in of the deactivated on /v1r1", auth.logInV1R1(colleague), "ErrorV1R1")

    yield* users.reactivate(user.id)
    yield* Expect.equal("active after reactivation", (yield* userByEmail(colleague.email)).active, true)
    yield* auth.logIn(colleague)
  })
)
