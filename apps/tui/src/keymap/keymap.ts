import { destinations, resources } from "../resources/resources.ts"
import type { Binding } from "./Binding.ts"
import { chart, details, entry, filtered, global, importing, list, menu, question, reader } from "./bindings.ts"
import { backCommand, boxContext, screenCommand, tabCommand, tabContext } from "./names.ts"

const ofLinks = resources.flatMap(({ links = [], name }) =>
  links.map(({ keys, label, name: command }): Binding => ({ command, context: name, keys, label, hint: true }))
)

const ofTabs = resources.flatMap(({ name, tabs = [] }) =>
  tabs.map(({ title }, at): Binding => ({
    command: tabCommand(name, title),
    context: tabContext(name),
    keys: [String(at + 1)],
    label: title.toLowerCase()
  }))
)

const ofActions = resources.flatMap(({ actions, name, toggle }) =>
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

const ofForms = resources.flatMap(({ forms = [], inquiries = [], name }) =>
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

const ofToggles = resources.flatMap(({ name, toggle }): ReadonlyArray<Binding> =>
  toggle === undefined
    ? []
    : [{ command: toggle.name, context: name, keys: toggle.keys, label: toggle.label, hint: true, changes: true }]
)

const fromFormLinks = resources.flatMap(({ name, formLinks = [] }) =>
  formLinks.map(({ keys, label, name: command }): Binding => ({
    command,
    context: name,
    keys,
    label,
    hint: true,
    changes: true
  }))
)

const ofScreens = destinations.map(({ letter, name, title }): Binding => ({
  command: screenCommand(name),
  context: "global",
  keys: [`g ${letter}`],
  label: title.toLowerCase(),
  word: name,
  hint: true
}))

const ofLists = resources.flatMap(({ name, within }): ReadonlyArray<Binding> =>
  within === undefined
    ? []
    : [
        { command: screenCommand(name), context: within.resource, keys: [within.key], label: within.label, hint: true },
        { command: backCommand(name), context: name, keys: [within.key], label: within.back, hint: true }
      ]
)

const ofBoxes = resources.flatMap(({ letter, name, title, group }): ReadonlyArray<Binding> =>
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

const ofCopies = resources.flatMap(({ copies = [], name }) =>
  copies.map(({ keys, label, name: command }): Binding => ({ command, context: name, keys, label, hint: true }))
)

const here = [...entry, ...list, ...details, ...chart, ...filtered] as const

const everywhere = [...global, ...menu, ...importing, ...question, ...reader] as const

/** The commands that are of no resource. */
export type CommandName = (typeof here | typeof everywhere)[number]["command"]

/** Every key of the program unless one has others: what is dispatched, hinted at and explained comes from here. */
export const keymap: ReadonlyArray<Binding> = [
  ...ofToggles,
  ...ofActions,
  ...ofForms,
  ...ofLinks,
  ...ofLists,
  ...ofTabs,
  ...ofCopies,
  ...fromFormLinks,
  ...here,
  ...ofScreens,
  ...everywhere,
  ...ofBoxes
]
