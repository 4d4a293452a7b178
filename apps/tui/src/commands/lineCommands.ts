import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { completed, obey } from "./words.ts"

/** The command line. */
export const make = (model: Model, run: (command: string) => void) => {
  const { ui } = model
  const open = (text: string, problem?: string) =>
    ui.update((now) => ({ ...now, overlay: { _tag: "Command", field: TextField.of(text), problem } }))
  const typed = () => {
    const { overlay } = ui.get()
    return overlay?._tag === "Command" ? TextField.textOf(overlay.field) : ""
  }
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  return {
    "line.open": () => open(""),
    "line.cancel": close,
    "line.complete": () => open(completed(model, run, typed())),
    "line.apply": () => {
      const line = typed()
      close()
      const problem = obey(model, run, line)
      if (problem !== undefined) open(line, problem)
    }
  }
}
