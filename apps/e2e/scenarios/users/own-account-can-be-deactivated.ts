import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { administratorScenario, loggedInAs, newcomer, refusedOnV1R1, step } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * An administrator can deactivate themselves and loses access immediately; another one reactivates them (interface
 * §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* () {
    const person = yield* newcomer({ role: "EnterpriseAdmin" })
    yield* loggedInAs(
      person,
      Effect.gen(function* () {
        const users = yield* EnterpriseUsers
        yield* step("they deactivate themselves", users.deactivate(person.id))
        yield* refusedOnV1R1("reactivating themselves", users.reactivate(person.id))
      })
    )
    yield* step("another administrator reactivates them", (yield* EnterpriseUsers).reactivate(person.id))
    yield* loggedInAs(person, Effect.void)
  },
  { tags: ["admin"], needs: ["world"] }
)
