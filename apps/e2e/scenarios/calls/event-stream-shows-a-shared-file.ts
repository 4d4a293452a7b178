import { administratorScenario, Expect, finishedCall, step } from "@remote-assist/e2e"

/**
 * The fields of an event depend on its kind. The event of a shared file has the user who shared it, its type and its
 * address; the interface does not show when the service sends it, so the emulator is configured to (interface §2.10,
 * §4.4, 5, §6, 3).
 */
export default administratorScenario(
  function* ({ calls, control }) {
    const { session } = yield* finishedCall
    const { gaps } = yield* control
    const ada = { avatar: { original: "ada.png", thumb: "ada-thumb.png" }, id: 101, name: "Ada Lovelace" }
    const shared = {
      event_type: "file_shared",
      status: "shared",
      creator: ada,
      participant: ada,
      id: 7,
      type: "image",
      mime_type: "image/png",
      name: "pump.png",
      message: "The pump as it was",
      path: "files/pump.png",
      thumbnail: "files/pump-thumb.png",
      signed_url: "https://files.example/pump.png?signed",
      progress: 100,
      deleted: false
    }
    yield* step("a file is shared", gaps.choose({ params: { id: "calls.event" }, payload: { choice: shared } }))

    const event = yield* step("the event stream is read", calls.eventStream(session))
    const { call_id, from, is_group, reason, timestamp, to, ...data } = yield* Expect.present("its data", event.data)
    yield* Expect.equal("the file", data, shared)
    yield* Expect.equal("its call", call_id, session)
    yield* Expect.equal("who was in the call", [from?.id, to?.name], [ada.id, "Linus Torvalds"])
    yield* Expect.equal("the rest of the call", [is_group, reason, typeof timestamp], [false, "Call Ended", "number"])
  },
  { needs: ["control", "world"] }
)
