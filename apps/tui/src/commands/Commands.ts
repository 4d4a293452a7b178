import type { CommandName } from "../keymap/bindings.ts"
import { backCommand, screenCommand, tabCommand } from "../keymap/Keys.ts"
import type { Model } from "../model/Model.ts"
import { findResource, groups, resources } from "../resources/resources.ts"
import { accountCommands, profileCommands, quitCommands } from "./accountCommands.ts"
import { columnCommands, exportCommands } from "./columnCommands.ts"
import { fieldCommands, formCommands, openForm, openFormLink } from "./formCommands.ts"
import { importCommands } from "./importCommands.ts"
import { filterCommands, listCommands, markCommands, watchCommands } from "./listCommands.ts"
import { choiceCommands, lineCommands, menuCommands } from "./menuCommands.ts"
import { readerCommands, reportCommands, requestCommands } from "./readerCommands.ts"
import {
  actOn,
  boxCommands,
  copyOf,
  openLink,
  resourceCommands,
  showBoxes,
  showScreen,
  toggleState
} from "./resourceCommands.ts"
import { chartCommands, showTab, tabCommands } from "./tabCommands.ts"

/** Makes what runs a command by its name. One of the keymap that is missing here does not compile. */
export const make = (model: Model): ((command: string) => void) => {
  const run = (command: string) => all.get(command)?.()
  const own: Record<CommandName, () => void> = {
    ...accountCommands(model),
    ...chartCommands(model),
    ...choiceCommands(model),
    ...boxCommands(model, run),
    ...columnCommands(model),
    ...exportCommands(model),
    ...fieldCommands(model),
    ...filterCommands(model),
    ...formCommands(model),
    ...importCommands(model),
    ...lineCommands(model, run),
    ...listCommands(model, run),
    ...markCommands(model),
    ...menuCommands(model, run),
    ...profileCommands(model),
    ...quitCommands(model),
    ...readerCommands(model),
    ...reportCommands(model),
    ...requestCommands(model),
    ...resourceCommands(model),
    ...tabCommands(model),
    ...watchCommands(model)
  }
  const all = new Map<string, () => void>(Object.entries(own))
  for (const group of groups) all.set(screenCommand(group.name), () => showBoxes(model, group))
  for (const resource of resources) {
    const { actions, copies = [], forms = [], group, queries = [], links = [], name, formLinks = [] } = resource
    const { tabs = [], toggle, within } = resource
    all.set(screenCommand(name), () =>
      group === undefined ? showScreen(model, resource) : showBoxes(model, group, resource)
    )
    if (within !== undefined) all.set(backCommand(name), () => showScreen(model, findResource(within.resource)))
    if (toggle !== undefined) all.set(toggle.name, () => toggleState(model, resource))
    tabs.forEach(({ title }, at) => all.set(tabCommand(name, title), () => showTab(model, resource, at)))
    for (const copy of copies) all.set(copy.name, () => copyOf(model, resource, copy))
    for (const link of links) all.set(link.name, () => openLink(model, resource, link))
    for (const action of actions) all.set(action.name, () => actOn(model, resource, action))
    for (const link of formLinks) all.set(link.name, () => openFormLink(model, resource, link))
    for (const form of [...forms, ...queries]) all.set(form.name, () => openForm(model, resource, form))
  }
  return run
}
