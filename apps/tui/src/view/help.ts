import { keyText } from "../keymap/keymap.ts"
import type { Binding } from "../keymap/keymap.ts"
import { bindingsOf } from "../keymap/lookup.ts"
import { resources } from "../resources/registry.ts"
import type { Entry, Section } from "./View.ts"

const contexts: ReadonlyArray<readonly [context: string, title: string]> = [
  ...resources.filter(({ name }) => bindingsOf(name).length > 0).map(({ name, title }) => [name, title] as const),
  ["filtered", "Lists with a filter"],
  ["list", "Every list"],
  ["global", "Everywhere"],
  ["always", "Always"],
  ["details", "In the details"],
  ["reader", "In this help, and in what was told"],
  ["request", "In a request"],
  ["filter", "While typing a filter (field=value) or a word"],
  ["export", "While naming a file"],
  ["bulk", "Before many are changed"],
  ["line", "While typing a command"],
  ["menu", "While choosing"],
  ["confirm", "While confirming"],
  ["quit", "While a change is under way"],
  ["logOut", "Before logging out"],
  ["connect", "Without a connection at the start"],
  ["logIn", "Log-in form"],
  ["form", "Every form"],
  ["filling", "While filling in a form"],
  ["formOverlay", "In a form over a list"],
  ["sending", "In the last field of a form"],
  ["field", "While typing"]
]

const entry = ({ dangerous, keys, label }: Binding): Entry => ({
  label: keys.map(keyText).join(" "),
  text: `${label}${dangerous ? " (cannot be undone)" : ""}`,
  tone: dangerous ? "bad" : "plain"
})

/** Every key, by where it applies. */
export const sections: ReadonlyArray<Section> = contexts.map(([context, title]) => ({
  title,
  entries: bindingsOf(context).map(entry)
}))
