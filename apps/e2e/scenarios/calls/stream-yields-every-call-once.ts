import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/** The SDK reads all pages of the list: each call appears once with any page size (interface §4.4, 1). */
export default administratorScenario(function* ({ calls }) {
  const listed = yield* step("one page of calls is listed", calls.list({ page_size: 5 }))
  const streamed = yield* step(
    "the calls are streamed in pages of one",
    calls.stream({ page_size: 1 }).pipe(Stream.take(5), Stream.runCollect)
  )
  yield* Expect.equal(
    "ids of the streamed calls",
    streamed.map(({ session }) => session),
    listed.map(({ session }) => session)
  )
})
