import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, refusedOnV1R1, withRegion, withUserToken } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** An API key that nobody has is refused. */
export default administratorScenario(function* ({ session }) {
  const token = yield* session.token
  const listing = Effect.flatMap(EnterpriseUsers, (users) => refusedOnV1R1("listing users", users.list()))
  yield* withRegion({ apiKey: Redacted.make("unknown") }, withUserToken(token, listing))
})
