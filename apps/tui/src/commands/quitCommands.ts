import * as Effect from "effect/Effect"

import { busyWith } from "../model/busy.ts"
import type { Model } from "../model/Model.ts"

export const make = (model: Model) => {
  const { changes, exporting, keys, notices, quit, run, ui } = model
  let told = notices.state.get().problems
  const isBusy = () => busyWith(model) !== undefined
  const stay = () => ui.update((now) => ({ ...now, overlay: undefined }))
  // what is under way may or may not be done by then: it is waited for, unless one is in a hurry
  const orWait = () => {
    if (!isBusy()) return quit()
    told = notices.state.get().problems
    ui.update((now) => ({ ...now, overlay: { _tag: "Quit" } }))
  }
  const isLeaving = () => ui.get().overlay?._tag === "Quit" && !isBusy()
  const leave = () => {
    if (!isLeaving()) return
    if (notices.state.get().problems.every((problem) => told.includes(problem))) return quit()
    stay()
    notices.tell("hint", `You are still here, as it failed: ${keys.keyOf("app.quit")} quits.`)
  }
  // what became of it is told once it is over
  const onChange = () => {
    if (isLeaving()) run(Effect.andThen(Effect.yieldNow, Effect.sync(leave)))
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
