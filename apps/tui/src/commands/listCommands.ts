import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Viewport from "../engine/lists/pages/Viewport.ts"
import { backCommand } from "../keymap/names.ts"
import type { Model } from "../model/Model.ts"
import { manyOf } from "../resources/Resource.ts"
import { otherRow } from "./otherRow.ts"
import { end as endWatch } from "./watchCommands.ts"

/** Moving in a list and refreshing it, the same on every screen. */
export const make = (model: Model, run: (command: string) => void) => {
  const { changes, exporting, keys, lists, notices, ui, watch } = model
  const list = () => otherRow(model)
  const count = () => (ui.get().count === "" ? undefined : Number(ui.get().count))
  return {
    "list.down": () => list().move((view) => Viewport.moveBy(view, count() ?? 1), 1),
    "list.up": () => list().move((view) => Viewport.moveBy(view, -(count() ?? 1)), -1),
    "list.halfDown": () => list().move((view) => Viewport.scrollBy(view, 0.5), 1),
    "list.halfUp": () => list().move((view) => Viewport.scrollBy(view, -0.5), -1),
    "list.pageDown": () => list().move((view) => Viewport.scrollBy(view, 1), 1),
    "list.pageUp": () => list().move((view) => Viewport.scrollBy(view, -1), -1),
    "list.start": () => list().move(Viewport.toStart),
    "list.end": () => {
      const row = count()
      list().goTo(row === undefined ? undefined : row - 1)
    },
    "list.percent": () => {
      const state = list().state.get()
      const { screen } = ui.get()
      if (state.local === undefined && ListState.isOpen(state))
        return notices.tell(
          "hint",
          `How many ${manyOf(screen)} there are is not known: ${keys.keyOf("list.end")} finds the end, then ${count() ?? 50}% goes there.`
        )
      list().move((view) => Viewport.toPercent(view, count() ?? 50))
    },
    "list.refresh": () => {
      if (list().state.get().loading.size === 0) list().refresh()
    },
    "list.loadAll": () => {
      if (list().state.get().local === undefined)
        return notices.tell("hint", "Nothing to load all rows for: sort or search, then all that is loaded counts.")
      list().loadAll()
    },
    "list.details": () => {
      const { screen } = ui.get()
      const row = ListState.selected(lists.of(screen).state.get())
      if (row !== undefined && screen.enter !== undefined) return run(screen.enter(row))
      if (screen.tabs !== undefined)
        return ui.update((now) => ({ ...now, details: true, pane: "details", isFull: true }))
      ui.update((now) => ({ ...now, details: !now.details, pane: "list" }))
    },
    "list.leave": () => {
      const { asked, end, filter, local, more, order, problem } = list().state.get()
      const { within } = ui.get().screen
      const marks = lists.marksOf(ui.get().screen)
      if (notices.state.get().problems.length > 0) notices.dismissProblem()
      else if (ui.get().details) ui.update((now) => ({ ...now, details: false, pane: "list" }))
      else if (asked !== undefined || problem !== undefined || end?.sought !== undefined) list().dismiss()
      else if (exporting.get() !== undefined) exporting.get()?.stop()
      else if (changes.state.get().group?.isOver === false) changes.stop()
      else if (more !== undefined) list().stopLoading()
      else if (watch.state.get() !== undefined) endWatch(model)
      else if (Marks.count(marks.state.get()) > 0) marks.clear()
      else if (local !== undefined) {
        list().search("")
        list().sort(undefined)
      } else if (order !== "") list().open(filter, "")
      else if (filter !== "") list().open("")
      else if (within !== undefined) run(backCommand(ui.get().screen.name))
    }
  }
}
