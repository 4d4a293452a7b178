import { Errors } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import * as ListState from "../../src/engine/lists/ListState.ts"
import * as RemoteList from "../../src/engine/lists/RemoteList.ts"
import type { Failure } from "../../src/Problem.ts"

export const pageSize = 100

interface Options {
  /** The most rows that a page has. */
  readonly most?: number
  /** Whether every page is the first one. */
  readonly isDeaf?: boolean
  /** Whether a page without rows is refused. */
  readonly isStrict?: boolean
}

const refused = new Errors.ErrorText({ status: 401, message: "The page is beyond the last." })

/** A list without a total. Its rows are in `rows`, the newest first. */
export const setUp = Effect.fnUntraced(function* (count: number, { isDeaf, isStrict, most = pageSize }: Options = {}) {
  const service = {
    rows: Array.from({ length: count }, (_, row) => `old ${row}`),
    lost: undefined as Failure | undefined
  }
  const requests: Array<number> = []
  const orders: Array<string> = []
  const list = yield* RemoteList.make<string>({
    pageSize,
    idOf: (row) => row,
    operation: "list the calls",
    read: (_, page, order) =>
      Effect.suspend(() => {
        requests.push(page)
        orders.push(order)
        if (service.lost !== undefined) return Effect.fail(service.lost)
        const from = isDeaf === true ? 0 : (page - 1) * most
        const entries = service.rows.slice(from, from + most)
        if (isStrict === true && page > 1 && entries.length === 0) return Effect.fail(refused)
        return Effect.succeed({ entries, page_size: pageSize })
      })
  })
  const settle = Effect.andThen(TestClock.adjust(0), Effect.yieldNow)
  list.resize(30)
  list.open("")
  yield* settle
  const state = () => list.state.get()
  return {
    requests,
    list,
    orders,
    service,
    settle,
    state,
    /** New rows come in front. */
    grow: (by: number) => {
      const some = Array.from({ length: by }, (_, row) => `new ${service.rows.length + row}`)
      service.rows.unshift(...some)
    },
    known: () => ({ total: state().view.total, isOpen: ListState.isOpen(state()) }),
    selected: () => ListState.selected(state()),
    /** The rows at hand, by their places. */
    held: () =>
      Array.from({ length: state().view.total }, (_, at) => ListState.rowAt(state(), at)).filter(
        (row) => row !== undefined
      )
  }
})
