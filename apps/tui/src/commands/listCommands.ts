import * as Viewport from "../engine/Viewport.ts"
import type { Model } from "../model/Model.ts"

/** Moving in a list and refreshing it, the same on every screen. */
export const make = ({ lists, notices, ui }: Model) => {
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
    "list.details": () => ui.update((now) => ({ ...now, details: !now.details, pane: "list" })),
    "list.leave": () => {
      const { asked, filter, problem } = list().state.get()
      if (notices.state.get().shown !== undefined) notices.dismiss(true)
      else if (ui.get().details) ui.update((now) => ({ ...now, details: false, pane: "list" }))
      else if (asked !== undefined || problem !== undefined) list().dismiss()
      else if (filter !== "") list().open("")
    }
  }
}
