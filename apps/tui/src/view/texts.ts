import type { ListState } from "../engine/ListState.ts"
import { keyOf } from "../keymap/lookup.ts"
import type { AnyResource } from "../resources/registry.ts"

/** What to say instead of rows, if there are none. */
export const emptyText = (state: ListState<unknown>, { one, title }: AnyResource): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? `Loading the ${title.toLowerCase()}…` : ""
  if (state.local !== undefined && state.local.rows.length === 0 && state.local.search !== "")
    return `None of the ${state.local.loaded} rows that are loaded has "${state.local.search}" in it. ${keyOf("list.leave")} ends the search.`
  if (state.view.total > 0) return undefined
  return state.filter === ""
    ? `There are no ${title.toLowerCase()} yet.`
    : `No ${one} matches ${state.filter}. ${keyOf("list.leave")} clears the filter.`
}
