import { Calls } from "@remote-assist/core/Calls"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import {
  administratorLogsIn,
  Expect,
  finishedCall,
  restoredAfterwards,
  scenario,
  step,
  Target,
  userByEmail
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/** All data of a deactivated user stays available: their calls show them as before (interface §3.1, §4.5, 4). */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const { colleague } = yield* Target
    const user = yield* userByEmail(colleague.email)
    const before = yield* finishedCall
    yield* restoredAfterwards(user)

    yield* step("the colleague is deactivated", (yield* EnterpriseUsers).deactivate(user.id))
    const after = yield* step("the call is read", (yield* Calls).read(before.session))
    yield* Expect.equal("the receiver of the call", after.receiver, before.receiver)
  }),
  { destructive: true, needs: ["world"], tags: ["admin"] }
)
