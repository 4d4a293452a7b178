import { CallOptions } from "@remote-assist/core/CallOptions"
import { administratorScenario, Expect, step, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Errors of the administration are not shown; by the rule of /v1r1 they are 400. The SDK reports another status, such
 * as 500, as an unexpected answer with that status (interface §4.5, §7).
 */
export default administratorScenario(
  function* ({ users }) {
    const listing = users.list().pipe(Effect.provideService(CallOptions, { retries: 0 }))
    const failed = yield* whileFailing(
      "EnterpriseUsers.list",
      step("users are listed", Expect.failure("the list", listing, "UnexpectedAnswer"))
    )
    yield* Expect.equal("its status", failed.status, 500)
  },
  { tags: ["admin"], needs: ["control"] }
)
