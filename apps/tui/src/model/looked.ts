import type { Looked } from "../engine/inquiries/Tabs.ts"
import * as ListState from "../engine/lists/ListState.ts"
import type { Model } from "./Model.ts"

/** The tab of the selected row that is looked at, where it is one that is asked for. */
export const lookedAt = ({ account, lists, ui }: Pick<Model, "account" | "lists" | "ui">): Looked | undefined => {
  const { details, screen, tab } = ui.get()
  const inquiry = screen.tabs?.[tab]?.inquiry
  if (!details || inquiry === undefined || account.state.get().who === undefined) return undefined
  const row = ListState.selected(lists.of(screen).state.get())
  return row === undefined ? undefined : { resource: screen, inquiry, row }
}
