import * as HashMap from "effect/HashMap"

import type { ListPage } from "../../resources/Resource.ts"
import * as Arranged from "./Arranged.ts"
import * as ListState from "./ListState.ts"
import type { RowTexts } from "./LocalView.ts"
import type { Id } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as Viewport from "./Viewport.ts"

/** A page that was read once more. */
export interface Answer<Row> {
  readonly number: number
  readonly page: ListPage<Row>
}

/** The pages to read for what is on screen; of a local view all that it is taken from. */
export const pagesOf = ({ cache, local, view }: ListState.ListState<unknown>): ReadonlyArray<number> => {
  if (local !== undefined) return [...cache.pages.keys()].toSorted((a, b) => a - b)
  const { from, to } = Viewport.visible(view)
  const first = PageCache.pageOf(cache.pageSize, from)
  const last = PageCache.pageOf(cache.pageSize, Math.max(from, to - 1))
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Whether what is on screen can be read once more: nothing else of it is asked for, and nothing is wrong. */
export const isDue = ({ asked, fetchedAt, loading, more, problem }: ListState.ListState<unknown>): boolean =>
  asked === undefined && fetchedAt !== undefined && loading.size === 0 && more === undefined && problem === undefined

/** The rows of some pages as they are at hand; nothing where one is not. */
export const rowsOf = <Row>(
  { cache }: ListState.ListState<Row>,
  pages: ReadonlyArray<number>
): ReadonlyArray<Row> | undefined => {
  const held = pages.flatMap((page) => cache.pages.get(page)?.rows ?? [undefined])
  const rows = held.filter((row) => row !== undefined)
  return rows.length === held.length ? rows : undefined
}

/** What was changed here stays known; what was deleted here and is not there any more need not. */
const stillChanged = <Row>(
  { changed }: ListState.ListState<Row>,
  idOf: ListState.IdOf<Row>,
  answers: ReadonlyArray<Answer<Row>>
): ListState.ListState<Row>["changed"] => {
  const there = new Set<Id>(answers.flatMap(({ page }) => page.entries.map(idOf)))
  return HashMap.filter(changed, (how, id) => how === "changed" || there.has(id))
}

/** A list with pages that were read once more, in the edition that it has: no row needs to be read again for it. */
export const renewed =
  <Row>(texts: RowTexts<Row>, answers: ReadonlyArray<Answer<Row>>, now: number) =>
  (state: ListState.ListState<Row>): ListState.ListState<Row> => {
    const changed = stillChanged(state, texts.idOf, answers)
    // a row may have moved to another page of these: it is looked for when all are there
    let received = state
    for (const [at, { number, page }] of answers.entries()) {
      const anchor = at === answers.length - 1 ? state.anchor : undefined
      received = ListState.received(texts.idOf, number, page, now)({ ...received, anchor })
    }
    return { ...Arranged.kept(texts)(received), changed }
  }
