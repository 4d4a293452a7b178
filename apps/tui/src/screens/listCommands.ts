import * as Viewport from "../list/Viewport.ts"
import type { Model } from "../Runtime.tsx"

/** Moving in a list and refreshing it, the same on every screen that has one. */
export const make = ({ pods, ui, users }: Model) => {
  const list = () => (ui.get().screen === "users" ? users.list : pods.list)
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
    }
  }
}
