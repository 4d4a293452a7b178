import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Session } from "@remote-assist/core/Session"
import { administratorLogsIn, refusedOnV1R1, scenario, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** An API key that nobody has is refused. */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const token = yield* (yield* Session).token
    const listing = Effect.flatMap(EnterpriseUsers, (users) => refusedOnV1R1("listing users", users.list()))
    yield* withRegion({ apiKey: Redacted.make("unknown") }, withUserToken(token, listing))
  })
)
