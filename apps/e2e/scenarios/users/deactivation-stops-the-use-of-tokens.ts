import { Calls } from "@remote-assist/core/Calls"
import {
  expectAccessGranted,
  expectAccessRefused,
  administratorScenario,
  expectSessionEnd,
  loggedInAs,
  newcomer,
  obtainAccess,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A deactivated user cannot use the service: a token from before is refused on /v1 and /v1r1, a refresh token and a
 * personal access token yield none. Reactivated, they use it as before (interface §3.1, §4.5, 4).
 */
export default administratorScenario(
  function* ({ users }) {
    const person = yield* newcomer()
    const access = yield* obtainAccess(person)

    yield* expectSessionEnd(person, step("the administrator deactivates them", users.deactivate(person.id)))
    yield* expectAccessRefused(access)
    yield* step("the administrator reactivates them", users.reactivate(person.id))
    yield* expectAccessGranted(access)
    const lists = Effect.flatMap(Calls, ({ list }) => list())
    yield* loggedInAs(person, step("they list their calls", lists))
  },
  { tags: ["admin"], needs: ["world"] }
)
