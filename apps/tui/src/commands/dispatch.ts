import type { KeyPress } from "../input/KeyPress.ts"
import { keyText } from "../keymap/keyText.ts"
import { contextsOf } from "../model/contexts.ts"
import type { Model } from "../model/Model.ts"
import * as fieldCommands from "./fieldCommands.ts"

const longestCount = 9

/** Milliseconds within which the same key comes again while it is held down; the first repeat is the slowest. */
const repeats = 700

/** Pasted text goes to a text field or nowhere. */
export const pasteInto = (model: Model) => (text: string) => {
  const contexts = contextsOf(model.ui.get(), model.account.state.get(), model.given !== undefined)
  if (contexts.includes("field")) fieldCommands.paste(model, text)
}

/** Makes what hands each key to its command, or to the text field, count or command of two keys that is being typed. */
export const make = (model: Model, run: (command: string) => void): ((key: KeyPress) => void) => {
  const { account, given, keys, notices, now, ui } = model
  let last = { name: "", at: 0 }
  let opener = ""

  return ({ name, text, ...key }) => {
    // a terminal that tells of repeats tells of what is none as well
    const isRepeat = key.isRepeat ?? (name === last.name && now() - last.at < repeats)
    last = { name, at: now() }
    const { prefix } = ui.get()
    const contexts = contextsOf(ui.get(), account.state.get(), given !== undefined)
    const binding = keys.bindingFor(contexts, name, prefix)
    if (prefix !== "") ui.update((now) => ({ ...now, prefix: "" }))
    // the key by itself is another command than the one that was begun
    if (binding === undefined && prefix !== "") {
      const single = keys.bindingFor(contexts, name)
      if (single?.context === "always") return run(single.command)
      notices.dismiss()
      if (name !== "esc") notices.tell("hint", `${keyText(`${prefix} ${name}`)} does nothing here.`)
      return ui.update((now) => ({ ...now, count: "" }))
    }
    if (binding === undefined && text !== undefined && contexts.includes("field")) {
      // the key that opened the field is still held down
      if (isRepeat && name === opener) return
      opener = ""
      return fieldCommands.type(model, text)
    }
    if (binding === undefined && contexts.includes("list") && /^\d$/.test(name)) {
      return ui.update((now) => ({ ...now, count: (now.count + name).slice(-longestCount) }))
    }
    if (binding === undefined && prefix === "" && keys.isPrefix(contexts, name)) {
      return ui.update((now) => ({ ...now, prefix: name }))
    }
    // held down, it would change one after the other, or open what it has just left
    const isOpening = binding?.command === "list.details" && ui.get().screen.enter !== undefined
    if ((binding?.changes === true || isOpening) && isRepeat) return
    notices.dismiss()
    if (binding !== undefined) {
      opener = name
      run(binding.command)
    }
    ui.update((now) => (now.count === "" ? now : { ...now, count: "" }))
  }
}
