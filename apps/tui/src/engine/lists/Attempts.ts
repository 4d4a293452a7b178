import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Option from "effect/Option"

import * as Problem from "../../Problem.ts"
import type { ListPage } from "../../resources/Resource.ts"

/** After so many milliseconds an answer no longer passes for the present. */
export const freshFor = 60_000

const refusedFilter = "Correct the filter, or clear it."
const refusedOrder = "Choose another order, or none."
const refusedPage = "Try again, or log in as somebody who may see this."

/** What a list does one of at a time: read a page, the first of a filter or once more, grow old, wait to try again. */
type Key = number | "open" | "again" | "age" | "retry"

interface Needs<Row> {
  /** Completes "The service refused to". */
  readonly doing: string
  readonly read: (filter: string, page: number, order: string) => Effect.Effect<ListPage<Row>, Problem.Failure>
  readonly onAged: () => void
  /** There was no connection; it is tried again at a time in milliseconds. */
  readonly onWait: (retryAt: number) => void
  readonly onRetry: () => void
  /** What to do about a problem, where that follows from who is logged in. */
  readonly advised?: (problem: Problem.Problem, error: unknown) => Problem.Problem
}

interface Attempt<Row> {
  readonly filter: string
  readonly order: string
  readonly page: number
  readonly onPage: (page: ListPage<Row>, now: number) => void
  readonly onProblem: (problem: Problem.Problem, now: number) => void
}

/** Makes what reads pages in the background, and again by itself, later each time, while there is no connection. */
export const make = Effect.fnUntraced(function* <Row>(needs: Needs<Row>) {
  const { advised = (problem) => problem, doing, onAged, onRetry, onWait, read } = needs
  const fibers = yield* FiberMap.make<Key>()
  const fork = yield* FiberMap.runtime(fibers)()
  let failures = 0

  const interrupt = (key: Key) => {
    const fiber = FiberMap.getUnsafe(fibers, key)
    if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
  }

  const retryLater = (now: number) => {
    const wait = Problem.retryDelay(failures++)
    onWait(now + wait)
    fork("retry", Effect.map(Effect.sleep(wait), onRetry))
  }

  const begin = (key: number | "open" | "again", { filter, onPage, onProblem, order, page }: Attempt<Row>) => {
    const answered = (answer: ListPage<Row>, now: number) => {
      failures = 0
      interrupt("retry")
      fork("age", Effect.map(Effect.sleep(freshFor), onAged))
      onPage(answer, now)
    }
    const failed = (error: Problem.Failure, now: number) => {
      const advice =
        key !== "open" ? refusedPage : filter !== "" ? refusedFilter : order !== "" ? refusedOrder : refusedPage
      const problem = advised(Problem.describe(doing, error, advice), error)
      onProblem(problem, now)
      if (problem.kind === "offline") retryLater(now)
    }
    fork(
      key,
      read(filter, page, order).pipe(
        Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (now) => answered(answer, now))),
        Effect.catch((error) => Effect.map(Clock.currentTimeMillis, (now) => failed(error, now)))
      )
    )
  }

  return {
    begin,
    /** The rows are those of now, by an answer that another asked for. */
    renewed: () => fork("age", Effect.map(Effect.sleep(freshFor), onAged)),
    interrupt,
    reset: () => {
      for (const key of ["open", "again", "age", "retry"] as const) interrupt(key)
      failures = 0
    }
  }
})
