import { isUnderWay } from "../engine/Changes.ts"
import type { Model } from "../model/Model.ts"

export const make = ({ changes, quit, ui }: Model) => {
  const stay = () => ui.update((now) => ({ ...now, overlay: undefined }))
  // what is under way may or may not be done by then: it is waited for, unless one is in a hurry
  const orWait = () => {
    if (!isUnderWay(changes.state.get())) return quit()
    ui.update((now) => ({ ...now, overlay: { _tag: "Quit" } }))
  }
  changes.state.subscribe(() => {
    if (ui.get().overlay?._tag === "Quit" && !isUnderWay(changes.state.get())) quit()
  })
  return {
    "app.interrupt": () => quit(),
    "app.quit": orWait,
    "connect.quit": () => quit(),
    "quit.now": () => quit(),
    "quit.stay": stay
  }
}
