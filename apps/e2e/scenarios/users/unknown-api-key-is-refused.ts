import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, refusedOnV1R1, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/**
 * The administration needs a known API key in its own header; an unknown one is refused with 400, also with an
 * administrator's token (interface §4.5, §5, 1).
 */
export default administratorScenario(
  function* ({ session }) {
    const token = yield* session.token
    const listing = Effect.flatMap(EnterpriseUsers, (users) => refusedOnV1R1("listing users", users.list()))
    yield* withRegion({ apiKey: Redacted.make("no-such-key") }, withUserToken(token, listing))
  },
  { tags: ["admin"] }
)
