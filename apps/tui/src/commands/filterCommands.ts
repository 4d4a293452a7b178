import { isServerFilter } from "../engine/lists/Filter.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { manyOf } from "../resources/Resource.ts"

/** Lists what a filter of the service says, or of the rows that are loaded those that have a word in them. */
export const filter = ({ histories, lists, notices, ui }: Model, text: string): void => {
  const { screen } = ui.get()
  const list = lists.of(screen)
  const { filter, local } = list.state.get()
  if (screen.filterExample === undefined && isServerFilter(text))
    return notices.tell(
      "hint",
      `The service has no filter for ${manyOf(screen)}: type a word, and the rows with it are shown.`
    )
  histories.add(screen.name, text)
  if (text !== "" && !isServerFilter(text)) return list.search(text)
  if (local !== undefined && local.search !== "") list.search("")
  if (text !== filter || list.state.get().asked !== undefined) list.open(text)
}

/** The line in which a filter is typed, with those that were typed before. */
export const make = (model: Model) => {
  const { histories, lists, ui } = model
  const close = () => {
    histories.leave(ui.get().screen.name)
    ui.update((now) => ({ ...now, overlay: undefined }))
  }
  const recall = (from: "newer" | "older") => () => {
    const { overlay, screen } = ui.get()
    if (overlay?._tag !== "Filter") return
    const text = histories[from](screen.name, TextField.textOf(overlay.field))
    ui.update((now) => ({ ...now, overlay: { _tag: "Filter", field: TextField.of(text) } }))
  }
  return {
    "filter.open": () => {
      const { asked, filter } = lists.of(ui.get().screen).state.get()
      const text = asked ?? filter
      ui.update((now) => ({ ...now, overlay: { _tag: "Filter", field: TextField.of(text) } }))
    },
    "filter.apply": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Filter") return
      const text = TextField.textOf(overlay.field).trim()
      close()
      filter(model, text)
    },
    "filter.older": recall("older"),
    "filter.newer": recall("newer"),
    "filter.cancel": close
  }
}
