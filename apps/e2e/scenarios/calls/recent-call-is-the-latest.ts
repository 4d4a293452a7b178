import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * The most recent call is shown from the caller's side: its contact, its direction and its duration. The interface
 * shows one; the SDK returns a list, as deployed services may send several (interface §2.9, §4.4, 2).
 */
export default administratorScenario(
  function* ({ calls }) {
    const [recent] = yield* step("the most recent call is read", calls.recent)
    const [latest] = yield* step("the latest call is listed", calls.list({ page_size: 1 }))
    const call = yield* Expect.present("the most recent call", recent)

    yield* Expect.equal("start", call.start_time, latest?.timestamp)
    yield* Expect.equal("with whom", call.contact_name, latest?.receiverName)
    yield* Expect.equal("from the caller, and answered", [call.outgoing, call.status], [true, true])
    yield* Expect.equal("reason, while it runs", call.reason, "")
    yield* Expect.atLeast("seconds so far", call.duration ?? -1, 0)
    yield* Expect.equal("with a group", call.is_group, false)
    yield* Expect.equal(
      "attachments, ratings and tags",
      [call.has_attachments, call.ratings, call.tags],
      [false, [], []]
    )

    const [first, second] = yield* Expect.present("the participants", call.participants)
    yield* Expect.equal(
      "the caller",
      [first?.id, first?.email, first?.username],
      [latest?.dialderId, "ada@example.com", "ada"]
    )
    yield* Expect.equal("the other", [second?.name, second?.isAnonymous], ["Grace Hopper", false])
    yield* Expect.equal("where they work", [second?.title, second?.location, second?.enterpriseId], ["", "", 8888])
  },
  { needs: ["world"], tags: ["smoke"] }
)
