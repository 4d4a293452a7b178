import * as Marks from "../engine/Marks.ts"
import * as Viewport from "../engine/Viewport.ts"
import type { Model } from "../model/Model.ts"

/** Moving in a list and refreshing it, the same on every screen. */
export const make = ({ changes, exporting, lists, notices, ui }: Model) => {
  const list = () => {
    // of another row, the details begin at their first line
    ui.update((now) => (now.detailsTop === 0 ? now : { ...now, detailsTop: 0 }))
    return lists.of(ui.get().screen)
  }
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
      list().move((view) => (row === undefined ? Viewport.toEnd(view) : Viewport.moveTo(view, row - 1)))
    },
    "list.percent": () => list().move((view) => Viewport.toPercent(view, count() ?? 50)),
    "list.refresh": () => {
      if (list().state.get().loading.size === 0) list().refresh()
    },
    "list.loadAll": () => {
      if (list().state.get().local === undefined)
        return notices.tell("hint", "Nothing to load all rows for: sort or search, then all that is loaded counts.")
      list().loadAll()
    },
    "list.details": () => ui.update((now) => ({ ...now, details: !now.details, pane: "list" })),
    "list.leave": () => {
      const { asked, filter, local, more, problem } = list().state.get()
      const marks = lists.marksOf(ui.get().screen)
      if (notices.state.get().shown !== undefined) notices.dismiss(true)
      else if (ui.get().details) ui.update((now) => ({ ...now, details: false, pane: "list" }))
      else if (asked !== undefined || problem !== undefined) list().dismiss()
      else if (exporting.get() !== undefined) exporting.get()?.stop()
      else if (changes.state.get().group?.isOver === false) changes.stop()
      else if (more !== undefined) list().stopLoading()
      else if (Marks.count(marks.state.get()) > 0) marks.clear()
      else if (local !== undefined) {
        list().search("")
        list().sort(undefined)
      } else if (filter !== "") list().open("")
    }
  }
}
