import type { IdOf } from "../Id.ts"
import { anchored, answered } from "./ListState.ts"
import type { ListState } from "./ListState.ts"
import * as PageCache from "./pages/PageCache.ts"
import * as Viewport from "./pages/Viewport.ts"

const numbered = <Row>(idOf: IdOf<Row>, before: ReadonlyArray<Row>, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const numberOf = (row: Row) => Number(idOf(row))
  const all = [...before, ...rows]
  const isInOrder = (row: Row, at: number) => {
    const last = all[before.length + at - 1]
    return last === undefined || numberOf(last) < numberOf(row)
  }
  return rows.every(isInOrder)
    ? all
    : [...new Map(all.map((row) => [idOf(row), row])).values()].toSorted((a, b) => numberOf(a) - numberOf(b))
}

/** Rows that came in at the end of a list of one page. Where the last row is selected, the last one is then. */
export const appended =
  <Row>(idOf: IdOf<Row>, rows: ReadonlyArray<Row>, now: number) =>
  (state: ListState<Row>): ListState<Row> => {
    const { cache, view } = state
    const all = numbered(idOf, cache.pages.get(1)?.rows.filter((row) => row !== undefined) ?? [], rows)
    const kept = all.slice(-cache.pageSize)
    const gone = all.length - kept.length
    const isAtEnd = view.cursor >= view.total - 1
    const moved = {
      ...view,
      total: kept.length,
      cursor: Math.max(0, view.cursor - gone),
      top: Math.max(0, view.top - gone)
    }
    const next = {
      ...state,
      ...answered(now),
      cache: PageCache.received(cache, 1, kept, 0),
      view: isAtEnd ? Viewport.toEnd(moved) : Viewport.moveTo(moved, moved.cursor)
    }
    const isElsewhere = isAtEnd || view.cursor < gone
    return isElsewhere && state.local === undefined ? anchored(idOf)(next) : next
  }
