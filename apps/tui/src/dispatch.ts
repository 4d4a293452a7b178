import * as Commands from "./Commands.ts"
import type { KeyPress } from "./keymap/KeyPress.ts"
import { commandFor } from "./keymap/lookup.ts"
import type { Model } from "./Runtime.tsx"
import { contextsOf } from "./Screens.ts"
import * as fieldCommands from "./screens/fieldCommands.ts"

const longestCount = 9

/** Makes what hands each key to its command, or to the text field or count that is being typed. */
export const make = (model: Model): ((key: KeyPress) => void) => {
  const commands = Commands.make(model)
  return ({ name, text }) => {
    const contexts = contextsOf(model.ui.get(), model.account.state.get().who !== undefined)
    const command = commandFor(contexts, name)
    if (command === undefined && text !== undefined && contexts.includes("field"))
      return fieldCommands.type(model, text)
    if (command === undefined && contexts.includes("list") && /^\d$/.test(name)) {
      return model.ui.update((now) => ({ ...now, count: (now.count + name).slice(-longestCount) }))
    }
    model.users.changes.dismiss(false)
    if (command !== undefined) commands[command]()
    model.ui.update((now) => (now.count === "" ? now : { ...now, count: "" }))
  }
}
