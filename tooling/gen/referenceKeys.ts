import { defaultKeys, keyText } from "../../apps/tui/src/keymap/Keys.ts"
import { resources } from "../../apps/tui/src/resources/resources.ts"
import { code, pagesOf, table } from "./markdown.ts"

/** The contexts with the most keys, which come first. */
const first = ["global", "list", "filtered", "followed", "boxes", "secret", "public", "always"]

const { bindings } = defaultKeys

/** The screens on which the key of the details runs a command of the selected row. */
const opening = resources.filter(({ enter }) => enter !== undefined).map(({ title }) => title)

const describe = ({ command, label }: (typeof bindings)[number]) =>
  command === "list.details" ? `${label}; on ${opening.join(", ")}: opens the form or screen of the row` : label

const section = ([context, members]: readonly [string, typeof bindings]) => [
  `## ${members[0]?.section ?? context}`,
  table(
    ["keys", "", "command"],
    members.map((binding) => [
      binding.keys.map((key) => code(keyText(key))).join(" "),
      describe(binding),
      code(binding.command)
    ])
  )
]

const order = ([context]: readonly [string, unknown]) => first.indexOf(context)

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
