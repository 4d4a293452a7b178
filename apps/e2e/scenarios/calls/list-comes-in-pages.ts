import { administratorScenario, Expect, step } from "@remote-assist/e2e"

/**
 * The list is an array without totals: programs read pages until one is shorter than requested, or empty (interface
 * §4.4, 1).
 */
export default administratorScenario(
  function* ({ calls }) {
    const start = yield* step("the calls are listed", calls.list())
    yield* Expect.atLeast("calls of the administrator", start.length, 3)

    const first = yield* step("the first page of two is read", calls.list({ page_size: 2, page: 1 }))
    yield* Expect.equal("calls on the first page", first.length, 2)
    const second = yield* step("the second page is read", calls.list({ page_size: 2, page: 2 }))
    const sessions = [...first, ...second].map(({ session }) => session)
    yield* Expect.equal(
      "the calls of both pages",
      sessions,
      start.slice(0, 4).map(({ session }) => session)
    )

    const beyond = yield* step("a page beyond the last is read", calls.list({ page_size: 100, page: 1_000_000 }))
    yield* Expect.equal("calls beyond the last page", beyond, [])
  },
  { needs: ["world"] }
)
