import type { Model } from "../model/Model.ts"

export const make = ({ changes, quit, ui }: Model) => {
  const stay = () => ui.update((now) => ({ ...now, overlay: undefined }))
  // what is under way may or may not be done by then: it is waited for, unless one is in a hurry
  const orWait = () => {
    if (changes.state.get().pending.size === 0) return quit()
    ui.update((now) => ({ ...now, overlay: { _tag: "Quit" } }))
  }
  changes.state.subscribe(() => {
    if (ui.get().overlay?._tag === "Quit" && changes.state.get().pending.size === 0) quit()
  })
  return {
    "app.interrupt": quit,
    "app.quit": orWait,
    "connect.quit": quit,
    "quit.now": quit,
    "quit.stay": stay
  }
}
