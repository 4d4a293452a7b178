import { administratorScenario, Expect, latestCall, restoreNotesAtEnd, step } from "@remote-assist/e2e"

/**
 * An id of a call may have 512 characters, not bytes; extra_info takes a text of any length (interface §4.4, 4, §8).
 */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* latestCall
    yield* restoreNotesAtEnd(call)

    const longest = "ü".repeat(512)
    yield* step(
      "ids of 512 characters are noted",
      calls.annotate(call.session, { alt1_id: longest, alt2_id: longest, alt3_id: longest })
    )
    yield* step("a text of 5,000 characters is noted", calls.annotate(call.session, { extra_info: "x".repeat(5000) }))
    const after = yield* step("the call is read", calls.read(call.session))
    yield* Expect.equal("the ids", [after.alt1_id, after.alt2_id, after.alt3_id], [longest, longest, longest])
    yield* Expect.equal("length of the text", after.extra_info?.length, 5000)
  },
  { destructive: true }
)
