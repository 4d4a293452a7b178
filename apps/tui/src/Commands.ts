import type { CommandName } from "./keymap/keymap.ts"
import type { Model } from "./Runtime.tsx"
import * as fieldCommands from "./screens/fieldCommands.ts"
import * as helpCommands from "./screens/Help/commands.ts"
import * as listCommands from "./screens/listCommands.ts"
import * as logInCommands from "./screens/LogIn/commands.ts"
import * as userCommands from "./screens/Users/commands.ts"
import type { ScreenName } from "./Ui.ts"

/** What every command of the keymap does. One that is missing here does not compile. */
export const make = (model: Model): Record<CommandName, () => void> => {
  const show = (screen: ScreenName) => {
    model.ui.update((now) => ({ ...now, screen, overlay: undefined, details: false }))
    const { list } = model[screen]
    if (list.state.get().fetchedAt === undefined) list.refresh()
  }
  return {
    ...fieldCommands.make(model),
    ...helpCommands.make(model),
    ...listCommands.make(model),
    ...logInCommands.make(model),
    ...userCommands.make(model),
    "app.interrupt": model.quit,
    "app.quit": model.quit,
    "screen.users": () => show("users"),
    "screen.pods": () => show("pods")
  }
}
