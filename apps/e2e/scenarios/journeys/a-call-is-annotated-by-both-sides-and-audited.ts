import { Calls } from "@remote-assist/core/Calls"
import type { Annotation } from "@remote-assist/core/Calls"
import {
  administratorScenario,
  Expect,
  finishedCall,
  loggedInAs,
  newcomer,
  refusedAsText,
  restoreNotesAtEnd,
  step,
  withUserToken
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * Both sides of a call note their tickets on it. A participant audits it later by those notes, with its events and
 * statistics; another administrator may not (interface §2.11, §4.4, 1 and 3-6).
 */
export default administratorScenario(
  function* ({ auth, calls, colleague }) {
    const call = yield* finishedCall
    yield* restoreNotesAtEnd(call)
    const annotateAs = (what: string, notes: Annotation) =>
      Effect.flatMap(Calls, ({ annotate }) => step(what, annotate(call.session, notes)))
    yield* annotateAs("the caller notes a ticket", { alt1_id: "ticket 4711", extra_info: "pump leaks" })
    yield* loggedInAs(colleague, annotateAs("the receiver notes another", { alt2_id: "site 12" }))

    const [found] = yield* step("the calls with the ticket are listed", calls.list({ filter: "alt1_id=ticket 4711" }))
    yield* Expect.equal("which call it is", found?.session, call.session)
    yield* Expect.equal("what both noted", [found?.alt2_id, found?.extra_info], ["site 12", "pump leaks"])
    const { stats } = yield* step("its events are read", calls.events(call.session))
    yield* Expect.equal("participants who were measured", stats?.participantStats?.length, 2)

    const auditor = yield* newcomer({ name: "An Auditor", role: "EnterpriseAdmin" })
    const { token } = yield* step("another administrator logs in", auth.logIn(auditor))
    const denied = Effect.gen(function* () {
      const { events, read } = yield* Calls
      yield* refusedAsText("their reading of the call", read(call.session), 403)
      yield* refusedAsText("their reading of its events", events(call.session), 403)
    })
    yield* withUserToken(token, denied)
  },
  { tags: ["journey", "admin"], destructive: true, needs: ["world"] }
)
