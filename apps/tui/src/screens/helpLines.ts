import type { Line } from "../components/Lines.tsx"
import { keyText } from "../keymap/keymap.ts"
import type { Binding } from "../keymap/keymap.ts"
import { bindingsOf } from "../keymap/lookup.ts"
import { resources } from "../resources/registry.ts"
import { fit } from "../text/fit.ts"

const sections: ReadonlyArray<readonly [context: string, title: string]> = [
  ...resources.filter(({ actions }) => actions.length > 0).map(({ name, title }) => [name, title] as const),
  ["filtered", "Lists with a filter"],
  ["list", "Every list"],
  ["global", "Everywhere"],
  ["always", "Always"],
  ["reader", "In this help, and in what was told"],
  ["filter", "While typing a filter: field=value"],
  ["confirm", "While confirming"],
  ["quit", "While a change is under way"],
  ["logOut", "Before logging out"],
  ["connect", "Without a connection at the start"],
  ["form", "Log-in form"],
  ["field", "While typing"]
]

const line = ({ dangerous, keys, label }: Binding, width: number): Line => ({
  text: fit(`  ${fit(keys.map(keyText).join(" "), 17)}  ${label}${dangerous ? " (cannot be undone)" : ""}`, width),
  tone: dangerous ? "bad" : "plain"
})

const section = ([context, title]: readonly [string, string], width: number): ReadonlyArray<Line> => [
  { text: fit(title, width), tone: "accent" },
  ...bindingsOf(context).map((binding) => line(binding, width))
]

const stacked = (contexts: typeof sections, width: number): ReadonlyArray<Line> =>
  contexts.flatMap((each, index) => [
    ...(index === 0 ? [] : [{ text: "", tone: "plain" } as const]),
    ...section(each, width)
  ])

/** From this width on there are two columns. */
const wide = 110
const firstColumn = 4

/** The lines of the help, in as many columns as there is room for. */
export const helpColumns = (width: number): ReadonlyArray<ReadonlyArray<Line>> => {
  if (width < wide) return [stacked(sections, width)]
  const half = Math.floor(width / 2)
  return [stacked(sections.slice(0, firstColumn), half), stacked(sections.slice(firstColumn), half)]
}
