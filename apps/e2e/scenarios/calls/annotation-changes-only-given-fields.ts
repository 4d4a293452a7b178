import { administratorScenario, Expect, latestCall, restoreNotesAtEnd, step } from "@remote-assist/e2e"

/**
 * A call has three ids and a free text for notes. Fields that are not sent stay unchanged; the answer is a text
 * (interface §4.4, 4).
 */
export default administratorScenario(
  function* ({ calls }) {
    const call = yield* latestCall
    yield* restoreNotesAtEnd(call)

    const answer = yield* step(
      "all is noted",
      calls.annotate(call.session, {
        alt1_id: "ticket 4711 / ü",
        alt2_id: "site 12",
        alt3_id: "pump 3",
        extra_info: "leaks"
      })
    )
    yield* Expect.equal("kind of the answer", typeof answer, "string")
    yield* step("the text alone is changed", calls.annotate(call.session, { extra_info: "fixed" }))

    const after = yield* step("the call is read", calls.read(call.session))
    yield* Expect.equal("the first id", after.alt1_id, "ticket 4711 / ü")
    yield* Expect.equal("the other ids", [after.alt2_id, after.alt3_id], ["site 12", "pump 3"])
    yield* Expect.equal("the text", after.extra_info, "fixed")
  },
  { destructive: true, tags: ["smoke"] }
)
