import { destinations, resources } from "../resources/registry.ts"
import type { Binding } from "./Binding.ts"
import { backCommand, boxContext, screenCommand, tabCommand, tabContext } from "./names.ts"

export const ofLinks = resources.flatMap(({ links = [], name }) =>
  links.map(({ keys, label, name: command }): Binding => ({ command, context: name, keys, label, hint: true }))
)

export const ofTabs = resources.flatMap(({ name, tabs = [] }) =>
  tabs.map(({ title }, at): Binding => ({
    command: tabCommand(name, title),
    context: tabContext(name),
    keys: [String(at + 1)],
    label: title.toLowerCase()
  }))
)

export const ofActions = resources.flatMap(({ actions, name, toggle }) =>
  actions.map(({ effect, keys, label, name: command }): Binding => ({
    command,
    context: name,
    keys,
    label,
    hint: toggle?.actions.includes(command) !== true,
    dangerous: effect === "final",
    changes: true
  }))
)

export const ofForms = resources.flatMap(({ forms = [], inquiries = [], name }) =>
  [...forms, ...inquiries].map(({ effect, hint, keys, label, name: command, on, word }): Binding => ({
    command,
    context: name,
    keys,
    label: hint ?? label,
    ...(on === "none" && word !== undefined && { word }),
    hint: true,
    changes: effect !== "read"
  }))
)

export const ofToggles = resources.flatMap(({ name, toggle }): ReadonlyArray<Binding> =>
  toggle === undefined
    ? []
    : [{ command: toggle.name, context: name, keys: toggle.keys, label: toggle.label, hint: true, changes: true }]
)

export const ofOffers = resources.flatMap(({ name, offers = [] }) =>
  offers.map(({ keys, label, name: command }): Binding => ({
    command,
    context: name,
    keys,
    label,
    hint: true,
    changes: true
  }))
)

export const ofScreens = destinations.map(({ letter, name, title }): Binding => ({
  command: screenCommand(name),
  context: "global",
  keys: [`g ${letter}`],
  label: title.toLowerCase(),
  word: name,
  hint: true
}))

export const ofLists = resources.flatMap(({ name, within }): ReadonlyArray<Binding> =>
  within === undefined
    ? []
    : [
        { command: screenCommand(name), context: within.resource, keys: [within.key], label: within.label, hint: true },
        { command: backCommand(name), context: name, keys: [within.key], label: within.back, hint: true }
      ]
)

export const ofBoxes = resources.flatMap(({ letter, name, title, group }): ReadonlyArray<Binding> =>
  group === undefined
    ? []
    : [
        {
          command: screenCommand(name),
          context: boxContext(name),
          keys: [letter],
          label: title.toLowerCase(),
          word: name
        }
      ]
)

export const ofCopies = resources.flatMap(({ copies = [], name }) =>
  copies.map(({ keys, label, name: command }): Binding => ({ command, context: name, keys, label, hint: true }))
)
