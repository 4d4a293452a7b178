import { isUnderWay } from "../engine/Changes.ts"
import type { Model } from "../model/Model.ts"

export const make = ({ changes, exporting, quit, ui }: Model) => {
  const isBusy = () => isUnderWay(changes.state.get()) || exporting.get() !== undefined
  const stay = () => ui.update((now) => ({ ...now, overlay: undefined }))
  // what is under way may or may not be done by then: it is waited for, unless one is in a hurry
  const orWait = () => {
    if (!isBusy()) return quit()
    ui.update((now) => ({ ...now, overlay: { _tag: "Quit" } }))
  }
  const onChange = () => {
    if (ui.get().overlay?._tag === "Quit" && !isBusy()) quit()
  }
  changes.state.subscribe(onChange)
  exporting.subscribe(onChange)
  return {
    "app.interrupt": () => quit(),
    "app.quit": orWait,
    "connect.quit": () => quit(),
    "quit.now": () => quit(),
    "quit.stay": stay
  }
}
