import { CallOptions } from "@remote-assist/core/CallOptions"
import { administratorScenario, Expect, step, whileFailing } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Errors of the administration are not shown; by the rule of /v1r1 they are 400. A status beyond that, such as 500, is
 * no error of the service to the SDK but an unexpected answer, which names it (interface §4.5, §7).
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
