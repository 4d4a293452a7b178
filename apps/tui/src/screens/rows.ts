import type { Line } from "../components/Lines.tsx"
import type { ListState } from "../engine/ListState.ts"
import type { Column } from "../resources/Column.ts"
import type { AnyResource } from "../resources/registry.ts"
import { fit, wrap } from "../text/fit.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"

/** A row with what is to be said of it besides: what is under way, and that it was changed here. */
export interface ShownRow {
  // oxlint-disable-next-line typescript/no-explicit-any -- a row of the resource
  readonly row: any
  readonly pending: string | undefined
  readonly changed: "changed" | "gone" | undefined
}

type State = { readonly text: string; readonly tone: Tone }

/** The state of a row; one that was changed here has a star. */
export const stateOf = ({ state }: AnyResource, { changed, pending, row }: ShownRow): State => {
  if (pending !== undefined) return { text: `${glyphs.busy} ${pending}`, tone: "warning" }
  if (changed === "gone") return { text: `${glyphs.offline} deleted`, tone: "bad" }
  const { text, tone } = state?.(row) ?? { text: "", tone: "plain" as const }
  return { text: changed === undefined ? text : `${text} ${glyphs.changed}`, tone }
}

/** The columns of a resource, its state first. */
export const columnsOf = (resource: AnyResource): ReadonlyArray<Column<ShownRow>> => [
  ...(resource.state === undefined
    ? []
    : [
        {
          title: "STATE",
          text: (row: ShownRow) => stateOf(resource, row).text,
          tone: (row: ShownRow) => stateOf(resource, row).tone,
          width: 14,
          grow: 0,
          rank: 1
        }
      ]),
  ...resource.columns.map(({ text, tone, ...column }): Column<ShownRow> => ({
    ...column,
    text: ({ row }) => text(row),
    ...(tone && { tone: ({ row }: ShownRow) => tone(row) })
  }))
]

const labelWidth = 11

/** Everything known of a row that is set, as lines of exactly a width. */
export const factLines = (resource: AnyResource, shown: ShownRow, width: number): ReadonlyArray<Line> => {
  const state = stateOf(resource, shown)
  return [
    { text: fit(resource.nameOf(shown.row), width), tone: "strong" },
    ...(state.text === "" ? [] : [{ text: fit(state.text, width), tone: state.tone }]),
    { text: "", tone: "plain" },
    ...resource.facts.flatMap(([label, value]) => {
      const text = value(shown.row) ?? ""
      return text === ""
        ? []
        : wrap(text, Math.max(1, width - labelWidth)).map((part, index): Line => ({
            text: fit(`${fit(index === 0 ? label : "", labelWidth)}${part}`, width),
            tone: "plain"
          }))
    })
  ]
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

/** What to say of rows that were changed here: that they stay until the list is refreshed. */
export const changedText = ({ changed }: Pick<ListState<unknown>, "changed">, one: string, key: string): string =>
  changed.size === 0 ? "" : ` · ${plural(changed.size, one)} changed here, in place until ${key}`
