import { administratorScenario, Expect, latestCall, refusedOnV1, restoreNotesAtEnd, step } from "@remote-assist/e2e"

/**
 * A body without a known field changes nothing; a field that is not a text is refused with 401 (interface §4.4, 4, §7).
 */
export default administratorScenario(
  function* ({ calls, raw }) {
    const call = yield* latestCall
    yield* restoreNotesAtEnd(call)

    const path = `/v1/calls/${call.session}`
    yield* step("nothing is noted", calls.annotate(call.session, {}))
    yield* refusedOnV1("a number for an id", raw.request("PUT", path, { body: { alt1_id: 4711 } }))
    yield* refusedOnV1("a list for the body", raw.request("PUT", path, { body: ["ticket 4711"] }))
    const after = yield* step("the call is read", calls.read(call.session))
    yield* Expect.equal("the notes", [after.alt1_id, after.extra_info], [call.alt1_id, call.extra_info])
  },
  { destructive: true }
)
