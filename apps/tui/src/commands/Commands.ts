import type { CommandName } from "../keymap/keymap.ts"
import { backCommand, screenCommand, tabCommand } from "../keymap/names.ts"
import type { Model } from "../model/Model.ts"
import { groups, resourceNamed, resources } from "../resources/registry.ts"
import * as accountCommands from "./accountCommands.ts"
import * as boxCommands from "./boxCommands.ts"
import * as chartCommands from "./chartCommands.ts"
import * as choiceCommands from "./choiceCommands.ts"
import * as columnCommands from "./columnCommands.ts"
import * as exportCommands from "./exportCommands.ts"
import * as fieldCommands from "./fieldCommands.ts"
import * as filterCommands from "./filterCommands.ts"
import * as formCommands from "./formCommands.ts"
import * as importCommands from "./importCommands.ts"
import * as lineCommands from "./lineCommands.ts"
import * as linkCommands from "./linkCommands.ts"
import * as listCommands from "./listCommands.ts"
import * as markCommands from "./markCommands.ts"
import * as menuCommands from "./menuCommands.ts"
import * as profileCommands from "./profileCommands.ts"
import * as quitCommands from "./quitCommands.ts"
import * as readerCommands from "./readerCommands.ts"
import * as reportCommands from "./reportCommands.ts"
import * as requestCommands from "./requestCommands.ts"
import * as resourceCommands from "./resourceCommands.ts"
import * as tabCommands from "./tabCommands.ts"
import * as watchCommands from "./watchCommands.ts"

/** Makes what runs a command by its name. One of the keymap that is missing here does not compile. */
export const make = (model: Model): ((command: string) => void) => {
  const run = (command: string) => all.get(command)?.()
  const own: Record<CommandName, () => void> = {
    ...accountCommands.make(model),
    ...chartCommands.make(model),
    ...choiceCommands.make(model),
    ...boxCommands.make(model, run),
    ...columnCommands.make(model),
    ...exportCommands.make(model),
    ...fieldCommands.make(model),
    ...filterCommands.make(model),
    ...formCommands.make(model),
    ...importCommands.make(model),
    ...lineCommands.make(model, run),
    ...listCommands.make(model, run),
    ...markCommands.make(model),
    ...menuCommands.make(model, run),
    ...profileCommands.make(model),
    ...quitCommands.make(model),
    ...readerCommands.make(model),
    ...reportCommands.make(model),
    ...requestCommands.make(model),
    ...resourceCommands.make(model),
    ...tabCommands.make(model),
    ...watchCommands.make(model)
  }
  const all = new Map<string, () => void>([
    ...Object.entries(own),
    ...resources.map(
      (resource) =>
        [
          screenCommand(resource.name),
          () =>
            resource.group === undefined
              ? resourceCommands.show(model, resource)
              : boxCommands.show(model, resource.group, resource)
        ] as const
    ),
    ...groups.map((group) => [screenCommand(group.name), () => boxCommands.show(model, group)] as const),
    ...resources.flatMap((resource) =>
      (resource.copies ?? []).map((copy) => [copy.name, () => boxCommands.copy(model, resource, copy)] as const)
    ),
    ...resources.flatMap(({ name, within }) =>
      within === undefined
        ? []
        : [[backCommand(name), () => resourceCommands.show(model, resourceNamed(within.resource))] as const]
    ),
    ...resources.flatMap((resource) =>
      (resource.links ?? []).map((link) => [link.name, () => linkCommands.open(model, resource, link)] as const)
    ),
    ...resources.flatMap((resource) =>
      (resource.tabs ?? []).map(
        ({ title }, at) => [tabCommand(resource.name, title), () => tabCommands.show(model, resource, at)] as const
      )
    ),
    ...resources.flatMap((resource) =>
      resource.actions.map((action) => [action.name, () => resourceCommands.act(model, resource, action)] as const)
    ),
    ...resources.flatMap((resource) =>
      resource.toggle === undefined
        ? []
        : [[resource.toggle.name, () => resourceCommands.toggle(model, resource)] as const]
    ),
    ...resources.flatMap((resource) =>
      (resource.offers ?? []).map((offer) => [offer.name, () => formCommands.offer(model, resource, offer)] as const)
    ),
    ...resources.flatMap((resource) =>
      [...(resource.forms ?? []), ...(resource.inquiries ?? [])].map(
        (action) => [action.name, () => formCommands.open(model, resource, action)] as const
      )
    )
  ])
  return run
}
