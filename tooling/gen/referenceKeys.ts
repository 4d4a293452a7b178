import { capitalize } from "effect/String"

import { defaultKeys, keyText } from "../../apps/tui/src/keymap/Keys.ts"
import { resources } from "../../apps/tui/src/resources/resources.ts"
import { code, pagesOf, table } from "./markdown.ts"

/** Headings of contexts whose names do not say where the keys apply. */
const titles: Readonly<Record<string, string>> = {
  global: "On every screen",
  list: "In a list",
  filtered: "In a list with a filter",
  followed: "In a box that follows its end",
  boxes: "On a screen of boxes",
  tabs: "In the tabs of a row",
  secret: "On a row with a secret",
  public: "Without a log-in",
  always: "Always"
}

const { bindings } = defaultKeys

/** The screens on which the key of the details runs a command of the selected row. */
const opening = resources.filter(({ enter }) => enter !== undefined).map(({ title }) => title)

const describe = ({ command, label }: (typeof bindings)[number]) =>
  command === "list.details" ? `${label}; on ${opening.join(", ")}: opens the form or screen of the row` : label

const section = ([context, members]: readonly [string, typeof bindings]) => [
  `## ${titles[context] ?? capitalize(context.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase())}`,
  table(
    ["keys", "", "command"],
    members.map((binding) => [
      binding.keys.map((key) => code(keyText(key))).join(" "),
      describe(binding),
      code(binding.command)
    ])
  )
]

const order = ([context]: readonly [string, unknown]) => Object.keys(titles).indexOf(context)

/** The pages with the default keys of the terminal UI. */
export const pages = (path: string) => {
  const contexts = [...Map.groupBy(bindings, ({ context }) => context)].toSorted(
    (one, other) => (order(one) >>> 0) - (order(other) >>> 0)
  )
  return pagesOf(path, {
    title: "Keys",
    source: "apps/tui/src/keymap",
    introduction: [
      "The default keys of the terminal UI. `keys.json` changes them by the names of the commands: see [settings](../tui/settings.md#your-own-keys)."
    ],
    sections: contexts.map(section)
  })
}
