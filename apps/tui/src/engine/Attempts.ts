import type { Page } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Option from "effect/Option"

import * as Problem from "../Problem.ts"
import * as Backoff from "./Backoff.ts"

/** After this an answer no longer passes for the present. */
export const freshFor = "60 seconds"

const refusedFilter = "Correct the filter, or clear it."
const refusedPage = "Try again, or log in as somebody who may see this."

/** What a list does one of at a time: read a page or the first of a filter, grow old, wait to try again. */
type Key = number | "open" | "age" | "retry"

interface Needs<Row> {
  /** Completes "The service refused to". */
  readonly doing: string
  readonly read: (filter: string, page: number) => Effect.Effect<Page.Page<Row>, Problem.Failure>
  readonly onAged: () => void
  /** There was no connection; it is tried again at a time in milliseconds. */
  readonly onWait: (retryAt: number) => void
  readonly onRetry: () => void
  readonly onSessionEnded: (reason: string) => void
}

interface Attempt<Row> {
  readonly filter: string
  readonly page: number
  readonly onPage: (page: Page.Page<Row>, now: number) => void
  readonly onProblem: (problem: Problem.Problem, now: number) => void
}

/** Makes what reads pages in the background, and again by itself, later each time, while there is no connection. */
export const make = Effect.fnUntraced(function* <Row>(needs: Needs<Row>) {
  const { doing, onAged, onRetry, onSessionEnded, onWait, read } = needs
  const fibers = yield* FiberMap.make<Key>()
  const fork = yield* FiberMap.runtime(fibers)()
  let failures = 0

  const interrupt = (key: Key) => {
    const fiber = FiberMap.getUnsafe(fibers, key)
    if (Option.isSome(fiber)) fiber.value.interruptUnsafe()
  }

  const retryLater = (now: number) => {
    const wait = Backoff.wait(failures++)
    onWait(now + wait)
    fork("retry", Effect.map(Effect.sleep(wait), onRetry))
  }

  const begin = (key: number | "open", { filter, onPage, onProblem, page }: Attempt<Row>) => {
    const answered = (answer: Page.Page<Row>, now: number) => {
      failures = 0
      interrupt("retry")
      fork("age", Effect.map(Effect.sleep(freshFor), onAged))
      onPage(answer, now)
    }
    const failed = (error: Problem.Failure, now: number) => {
      const advice = key === "open" && filter !== "" ? refusedFilter : refusedPage
      const problem = Problem.of(doing, error, advice)
      onProblem(problem, now)
      if (problem.kind === "offline") retryLater(now)
      if (Problem.isEnd(error)) onSessionEnded(error.reason)
    }
    fork(
      key,
      read(filter, page).pipe(
        Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (now) => answered(answer, now))),
        Effect.catch((error) => Effect.map(Clock.currentTimeMillis, (now) => failed(error, now)))
      )
    )
  }

  return {
    begin,
    interrupt,
    reset: () => {
      for (const key of ["open", "age", "retry"] as const) interrupt(key)
      failures = 0
    }
  }
})
