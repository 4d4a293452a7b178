import type { ListState } from "../engine/lists/ListState.ts"
import type { Keys } from "../keymap/Keys.ts"
import type { AnyResource } from "../resources/registry.ts"
import { manyOf } from "../resources/Resource.ts"

/** What to say instead of rows, if there are none. */
export const emptyText = ({ keyOf }: Keys, state: ListState<unknown>, resource: AnyResource): string | undefined => {
  if (state.fetchedAt === undefined) return state.problem === undefined ? `Loading the ${manyOf(resource)}…` : ""
  if (state.local !== undefined && state.local.taken.length === 0 && state.local.search !== "")
    return `None of the ${state.local.loaded} rows that are loaded has "${state.local.search}" in it. ${keyOf("list.leave")} ends the search.`
  if (state.view.total > 0) return undefined
  return state.filter === ""
    ? `There are no ${manyOf(resource)} yet.`
    : `No ${resource.one} matches ${state.filter}. ${keyOf("list.leave")} clears the filter.`
}
