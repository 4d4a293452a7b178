import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  obtainAccess,
  accessRefused,
  administratorLogsIn,
  newcomer,
  scenario,
  expectSessionEnd,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** With a user goes all access: log-in, tokens from before and personal access tokens (interface §3.1, §4.5, 5). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { remove } = yield* EnterpriseUsers
    const person = yield* newcomer()
    const access = yield* obtainAccess(person)

    yield* expectSessionEnd(person, step("the administrator deletes them", remove(person.id)))
    yield* accessRefused(access)
  }),
  { tags: ["admin"], needs: ["world"] }
)
