import type { CommandName } from "../keymap/keymap.ts"
import { screenCommand } from "../keymap/keymap.ts"
import type { Model } from "../model/Model.ts"
import { resources } from "../resources/registry.ts"
import * as accountCommands from "./accountCommands.ts"
import * as columnCommands from "./columnCommands.ts"
import * as exportCommands from "./exportCommands.ts"
import * as fieldCommands from "./fieldCommands.ts"
import * as filterCommands from "./filterCommands.ts"
import * as formCommands from "./formCommands.ts"
import * as lineCommands from "./lineCommands.ts"
import * as listCommands from "./listCommands.ts"
import * as markCommands from "./markCommands.ts"
import * as menuCommands from "./menuCommands.ts"
import * as profileCommands from "./profileCommands.ts"
import * as quitCommands from "./quitCommands.ts"
import * as readerCommands from "./readerCommands.ts"
import * as requestCommands from "./requestCommands.ts"
import * as resourceCommands from "./resourceCommands.ts"

/** Makes what runs a command by its name. One of the keymap that is missing here does not compile. */
export const make = (model: Model): ((command: string) => void) => {
  const run = (command: string) => all.get(command)?.()
  const own: Record<CommandName, () => void> = {
    ...accountCommands.make(model),
    ...columnCommands.make(model),
    ...exportCommands.make(model),
    ...fieldCommands.make(model),
    ...filterCommands.make(model),
    ...formCommands.make(model),
    ...lineCommands.make(model, run),
    ...listCommands.make(model),
    ...markCommands.make(model),
    ...menuCommands.make(model, run),
    ...profileCommands.make(model),
    ...quitCommands.make(model),
    ...readerCommands.make(model),
    ...requestCommands.make(model),
    ...resourceCommands.make(model)
  }
  const all = new Map<string, () => void>([
    ...Object.entries(own),
    ...resources.map(
      (resource) => [screenCommand(resource.name), () => resourceCommands.show(model, resource)] as const
    ),
    ...resources.flatMap((resource) =>
      resource.actions.map((action) => [action.name, () => resourceCommands.act(model, resource, action)] as const)
    ),
    ...resources.flatMap((resource) =>
      (resource.forms ?? []).map((action) => [action.name, () => formCommands.open(model, resource, action)] as const)
    )
  ])
  return run
}
