import { Auth } from "@remote-assist/core/Auth"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "auth/exchanges-a-personal-access-token",
  Effect.gen(function* () {
    const { personalAccessToken } = yield* Target
    const auth = yield* Auth

    yield* (yield* Session).start(yield* auth.personalAccessToken(personalAccessToken))
    const { total_entries } = yield* (yield* EnterpriseUsers).list()
    yield* Expect.atLeast("users its owner can see", total_entries, 1)

    const unknown = auth.personalAccessToken(Redacted.make("no-such-token"))
    const refused = yield* Expect.failure("an unknown personal access token", unknown, "ErrorV1R1")
    yield* Expect.equal("its status", refused.status, 400)
  })
)
