import { isDeleted, viewOf } from "./ListState.ts"
import type { ListState } from "./ListState.ts"
import * as LocalView from "./local/LocalView.ts"
import * as PageCache from "./pages/PageCache.ts"

/** Why the selected row is not to be changed: what is on screen is not what one believes it to be. */
export const whyNot = (state: ListState<unknown>, one: string): string | undefined => {
  const { anchor, asked, cache, changed, fetchedAt, isGone, local, more } = state
  if (fetchedAt === undefined) return `no ${one} is there yet; wait for the rows`
  if (asked !== undefined)
    return `the rows are still those of ${state.filter === "" ? "the whole list" : state.filter}, while ${asked === "" ? "the whole list" : asked} is asked for`
  if (isGone) return `the ${one} that was selected is not there any more; move to select another`
  const { cursor, total } = viewOf(state)
  if (total === 0 || anchor === undefined) return `no ${one} is selected`
  if (isDeleted({ anchor, changed })) return `this ${one} is deleted`
  const isCurrent =
    local === undefined
      ? PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, cursor))
      : LocalView.isCurrent(local, cache, cursor)
  if (isCurrent) return undefined
  if (state.failed.size > 0 && state.loading.size === 0)
    return `the rows could not be read again, and may have changed since; refresh them first`
  return local === undefined || more !== undefined
    ? `the rows are being refreshed; wait for them`
    : `this ${one} was read before the list was last refreshed; refresh it first`
}
