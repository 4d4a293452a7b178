import { administratorScenario, Expect, finishedCall, step, userByEmail } from "@remote-assist/e2e"

/**
 * Deletion removes all data of a user except shared data: their calls stay and refer to a special `Deleted User`, in
 * the call and in its events (interface §3.1, §4.5, 5).
 */
export default administratorScenario(
  function* ({ calls, colleague, users }) {
    const user = yield* userByEmail(colleague.email)
    const { session } = yield* finishedCall
    yield* step("the colleague is deleted", users.remove(user.id))

    const call = yield* step("the call is read", calls.read(session))
    yield* Expect.equal("who was called", [call.receiverName, call.receiver?.name], ["Deleted User", "Deleted User"])
    yield* Expect.isTrue("whether their e-mail address is gone", call.receiver?.email !== colleague.email)
    yield* Expect.equal(
      "the participants",
      call.participants?.map(({ name }) => name),
      ["Ada Lovelace", "Deleted User"]
    )
    const events = yield* step("its events are read", calls.events(session))
    yield* Expect.equal("who was called, in the events", events.call?.receiverName, "Deleted User")
    const stream = yield* step("its event stream is read", calls.eventStream(session))
    yield* Expect.equal("who was called, in the event stream", stream.data?.to?.name, "Deleted User")
  },
  { destructive: true, needs: ["world"], tags: ["admin"] }
)
