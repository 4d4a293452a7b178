import { Calls } from "@remote-assist/core/Calls"
import { RawRequests } from "@remote-assist/core/RawRequests"
import {
  administratorLogsIn,
  Expect,
  latestCall,
  restoreNotesAtEnd,
  refusedOnV1,
  scenario,
  step
} from "@remote-assist/e2e"
import * as Effect from "effect/Effect"

/**
 * A body without a known field notes nothing; a field of another kind than a text is refused with 401 (interface §4.4,
 * 4, §7).
 */
export default scenario(
  Effect.gen(function* () {
    yield* administratorLogsIn
    const calls = yield* Calls
    const raw = yield* RawRequests
    const call = yield* latestCall
    yield* restoreNotesAtEnd(call)

    const path = `/v1/calls/${call.session}`
    yield* step("nothing is noted", calls.annotate(call.session, {}))
    yield* refusedOnV1("a number for an id", raw.request("PUT", path, { body: { alt1_id: 4711 } }))
    yield* refusedOnV1("a list for the body", raw.request("PUT", path, { body: ["ticket 4711"] }))
    const after = yield* step("the call is read", calls.read(call.session))
    yield* Expect.equal("the notes", [after.alt1_id, after.extra_info], [call.alt1_id, call.extra_info])
  }),
  { destructive: true }
)
