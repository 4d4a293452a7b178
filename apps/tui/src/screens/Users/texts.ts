import { keyOf } from "../../keymap/lookup.ts"
import type { ListState } from "../../list/ListState.ts"

/** What a filter looks like. */
export const filterExample = "field=value, such as email=grace@example.com"

/** What to say instead of rows, if there are none. */
export const emptyText = (state: ListState<unknown>): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? "Loading the users…" : ""
  if (state.view.total > 0) return undefined
  return state.filter === ""
    ? "There are no users yet."
    : `No user matches ${state.filter}. ${keyOf("filter.clear")} clears the filter.`
}
