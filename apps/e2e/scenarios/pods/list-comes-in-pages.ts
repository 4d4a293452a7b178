import { administratorScenario, Expect, step } from "@remote-assist/e2e"
import * as Stream from "effect/Stream"

/** To read more than one page of pods pass `page=<n>`; the SDK's stream does (interface §2.7, §4.5, 2). */
export default administratorScenario(
  function* ({ pods }) {
    const first = yield* step("the first page of one is read", pods.list({ page: 1, page_size: 1 }))
    const second = yield* step("the second page is read", pods.list({ page: 2, page_size: 1 }))
    yield* Expect.equal("totals", [first.total_entries, first.total_pages], [2, 2])
    yield* Expect.equal("numbers and sizes", [first.page, second.page, second.page_size], [1, 2, 1])
    const streamed = yield* step("all are streamed", Stream.runCollect(pods.stream({ page_size: 1 })))
    yield* Expect.equal("the streamed pods", streamed, [...first.entries, ...second.entries])
    const beyond = yield* step("a page beyond the last is read", pods.list({ page: 9 }))
    yield* Expect.equal("pods beyond the last page", [beyond.total_entries, beyond.entries], [2, []])
  },
  { tags: ["admin"], needs: ["world"] }
)
