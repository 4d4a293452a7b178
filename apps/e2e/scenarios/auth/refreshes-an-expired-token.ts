import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Expect from "../../src/Expect.ts"
import { scenario } from "../../src/Scenario.ts"
import { administratorLogsIn } from "../../src/steps/people.ts"
import { Target } from "../../src/Target.ts"

export default scenario(
  "auth/refreshes-an-expired-token",
  Effect.gen(function* () {
    yield* administratorLogsIn
    const session = yield* Session
    const before = Redacted.value(yield* session.token)

    yield* (yield* Target).advance("31 days")
    const users = yield* EnterpriseUsers
    const pages = yield* Effect.all([users.list(), users.list(), users.list()], { concurrency: "unbounded" })

    yield* Expect.equal("pages read with the expired token", pages.length, 3)
    const after = Redacted.value(yield* session.token)
    yield* Expect.equal("whether the session still holds the expired token", after === before, false)
  }),
  { needs: ["clock"] }
)
