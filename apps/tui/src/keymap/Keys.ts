import { capitalize } from "effect/String"

import type { AnyResource } from "../resources/Resource.ts"
import { destinations, resources } from "../resources/resources.ts"
import { memoize } from "../text/format.ts"
import { above, below } from "./bindings.ts"
import type { Binding } from "./bindings.ts"

/** The command that shows the screen of a resource. */
export const screenCommand = (resource: string): string => `screen.${resource}`

/** The command that returns from a list on the screen of another resource. */
export const backCommand = (resource: string): string => `screen.${resource}.back`

/** The command that shows a tab of a resource. */
export const tabCommand = (resource: string, title: string): string => `${resource}.${title.toLowerCase()}`

/** The context of the keys of the tabs of a resource. */
export const tabContext = (resource: string): string => `${resource} details`

/** The context of the key that focuses a box from the other boxes. */
export const boxContext = (resource: string): string => `box ${resource}`

/** The titles of the contexts of resources in the help. */
const sections: Readonly<Record<string, string>> = Object.fromEntries([
  ["global", "Everywhere"],
  ...resources.flatMap(({ name, title }) => [
    [name, title],
    [tabContext(name), `${title}: in the details`],
    [boxContext(name), `To the box ${title}`]
  ])
])

type Derive = (resource: AnyResource) => ReadonlyArray<Binding>

const bind = (
  context: string,
  { hint, keys, label, name }: Pick<Binding, "keys" | "label"> & { readonly hint?: string; readonly name: string },
  more: Partial<Binding> = {}
): Binding => ({
  command: name,
  context,
  section: sections[context] ?? context,
  keys,
  label: hint ?? label,
  hint: true,
  ...more
})

const ofActions: Derive = ({ actions, name }) =>
  actions.map((action) => bind(name, action, { dangerous: action.effect === "final", changes: true }))

const ofForms: Derive = ({ forms = [], name, queries = [] }) =>
  [...forms, ...queries].map((form) => {
    const { effect, on, word } = form
    const ofWord = on === "none" && word !== undefined ? { word } : {}
    return bind(name, form, { dangerous: effect === "final", changes: effect !== "read", ...ofWord })
  })

const ofLinks: Derive = ({ copies = [], formLinks = [], links = [], name }) => [
  ...[...links, ...copies].map((link) => bind(name, link)),
  ...formLinks.map((link) => bind(name, link, { changes: true }))
]

const ofSublist: Derive = ({ name, within }) =>
  within === undefined
    ? []
    : [
        bind(within.resource, { name: screenCommand(name), keys: [within.key], label: within.label }),
        bind(name, { name: backCommand(name), keys: [within.key], label: within.back })
      ]

const ofTabs: Derive = ({ name, tabs = [] }) =>
  tabs.map(({ title }, at) => {
    const tab = { name: tabCommand(name, title), keys: [String(at + 1)], label: `show the tab ${title}` }
    return bind(tabContext(name), tab, { hint: false })
  })

const ofBox: Derive = ({ group, letter, name, title }) => {
  const box = { name: screenCommand(name), keys: [letter], label: title.toLowerCase() }
  return group === undefined ? [] : [bind(boxContext(name), box, { word: name, hint: false })]
}

const ofScreens = destinations.map(({ letter, name, title }) =>
  bind("global", { name: screenCommand(name), keys: [`g ${letter}`], label: title.toLowerCase() }, { word: name })
)

/** The default bindings: those of the resources and those that every screen has. */
export const defaultBindings: ReadonlyArray<Binding> = [
  ...[ofActions, ofForms, ofLinks, ofSublist, ofTabs].flatMap((derive) => resources.flatMap(derive)),
  ...above,
  ...ofScreens,
  ...below,
  ...resources.flatMap(ofBox)
]

const glyphs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", enter: "⏎" }

const words: Record<string, string> = { pageUp: "PgUp", pageDown: "PgDn" }

const formatKey = (key: string): string => {
  const parts = key === "+" ? [key] : key.replace(/\+\+$/, "+plus").split("+")
  const last = (parts.at(-1) ?? "").replace("plus", "+")
  const modifiers = parts.slice(0, -1).map(capitalize)
  if (modifiers.length === 0) return glyphs[last] ?? words[last] ?? (last.length > 1 ? capitalize(last) : last)
  return [...modifiers, words[last] ?? capitalize(last)].join("-")
}

/** Formats a key or a chord: `↓`, `Ctrl-D`, `PgUp`, `gu`. */
export const keyText = memoize(512, (key) => {
  const parts = key.split(" ").map(formatKey)
  return parts.join(parts.every((part) => part.length === 1) ? "" : " ")
})

export const make = (bindings: ReadonlyArray<Binding>) => {
  const byCommand = new Map(bindings.map((binding) => [binding.command, binding]))
  const byContext = Map.groupBy(bindings, ({ context }) => context)
  const bindingsOf = (context: string): ReadonlyArray<Binding> => byContext.get(context) ?? []
  const shownKey = (command: string) => keyText(byCommand.get(command)?.keys[0] ?? "")

  return {
    bindings,
    /** Returns the bindings of a context in their order. */
    bindingsOf,
    /** Returns the key of a command, or an empty text. */
    shownKey,
    /** Returns the binding of a key; `prefix` is the first key of a chord. */
    bindingFor: (contexts: ReadonlyArray<string>, key: string, prefix = ""): Binding | undefined =>
      contexts.flatMap(bindingsOf).find(({ keys }) => keys.includes(prefix === "" ? key : `${prefix} ${key}`)),
    isPrefix: (contexts: ReadonlyArray<string>, key: string): boolean =>
      contexts.flatMap(bindingsOf).some(({ keys }) => keys.some((chord) => chord.startsWith(`${key} `))),
    /** Returns the bindings of the chords that a key begins, each with the keys of that chord only. */
    chordsOf: (contexts: ReadonlyArray<string>, key: string): ReadonlyArray<Binding> =>
      bindings.flatMap((binding) => {
        if (!contexts.includes(binding.context)) return []
        const chord = binding.keys.find((keys) => keys.startsWith(`${key} `))
        return chord === undefined ? [] : [{ ...binding, keys: [chord] }]
      }),
    /** Returns the bindings to show as hints, one for each label. */
    hintsFor: (contexts: ReadonlyArray<string>) => {
      const hints = contexts.flatMap(bindingsOf).filter(({ hint, keys }) => hint === true && keys.length > 0)
      return hints.filter(({ label }, at) => hints.findIndex((other) => other.label === label) === at)
    },
    /** Returns the key to name in a text; without a key, the word for the command line. */
    keyOf: (command: string) => {
      const word = byCommand.get(command)?.word
      return shownKey(command) || (word === undefined ? command : `:${word}`)
    }
  }
}

/** The bindings, looked up by the contexts that apply. The nearest context comes first. */
export type Keys = ReturnType<typeof make>

export const defaultKeys: Keys = make(defaultBindings)
