import * as HashMap from "effect/HashMap"
import * as Redacted from "effect/Redacted"

import { hidden } from "../actions/Report.ts"
import type { ListState } from "../engine/lists/ListState.ts"
import type { Column } from "../resources/FieldColumn.ts"
import type { AnyResource } from "../resources/registry.ts"
import { glyphs } from "../theme.ts"
import type { Details, Said, ShownRow } from "./View.ts"

/** The state of a row; one that was changed here has a star. */
export const stateOf = ({ state }: AnyResource, { changed, pending, row }: ShownRow): Said => {
  if (pending !== undefined) return { text: `${glyphs.busy} ${pending}`, tone: "warning" }
  if (changed === "gone") return { text: `${glyphs.offline} deleted`, tone: "bad" }
  const { text, tone } = state?.(row) ?? { text: "", tone: "plain" as const }
  return { text: changed === undefined ? text : `${text} ${glyphs.changed}`.trim(), tone }
}

/** A text with a sign before it where it was seen to change. */
const signed = ({ news }: ShownRow, title: string, text: string): string =>
  news !== undefined && news !== "added" && news.has(title) ? `${glyphs.news}${text}` : text

const stateColumn = (resource: AnyResource): Column<ShownRow> => ({
  title: "STATE",
  text: (row) => signed(row, "STATE", stateOf(resource, row).text),
  tone: (row) => stateOf(resource, row).tone,
  width: 14,
  grow: 0,
  rank: 1
})

const made = new WeakMap<ReadonlyArray<Column<unknown>>, ReadonlyArray<Column<ShownRow>>>()

/** Columns of a resource as they are shown, its state first unless a column has it. */
export const shownColumns = (
  resource: AnyResource,
  // oxlint-disable-next-line typescript/no-explicit-any -- columns of the resource
  columns: ReadonlyArray<Column<any>>
): ReadonlyArray<Column<ShownRow>> => {
  const known = made.get(columns)
  if (known !== undefined) return known
  const state = resource.state === undefined ? undefined : stateColumn(resource)
  const isShown = columns.some(({ isState }) => isState === true)
  const shown = [
    ...(state === undefined || isShown ? [] : [state]),
    ...columns.map(({ text, tone, words, ...column }): Column<ShownRow> => ({
      ...column,
      text: (shown) => signed(shown, column.title, text(shown.row)),
      ...(tone && { tone: ({ row }: ShownRow) => tone(row) }),
      ...(words && { words: ({ row }: ShownRow) => words(row) }),
      ...(column.isState === true && state && { text: state.text, ...(state.tone && { tone: state.tone }) })
    }))
  ]
  made.set(columns, shown)
  return shown
}

/** Everything known of a row that is set. */
export const detailsOf = (resource: AnyResource, shown: ShownRow, isRevealed: boolean): Details => {
  const secret = resource.secret?.value(shown.row)
  return {
    name: resource.nameOf(shown.row),
    state: stateOf(resource, shown),
    facts: [
      ...resource.facts.flatMap(([label, value]) => {
        const text = value(shown.row) ?? ""
        return text === "" ? [] : [{ label, text }]
      }),
      ...(secret === undefined
        ? []
        : [{ label: resource.secret?.label ?? "", text: isRevealed ? Redacted.value(secret) : hidden }])
    ]
  }
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`

/** What to say of rows that were changed here: that they stay until the list is refreshed. */
export const changedText = (
  { changed }: Pick<ListState<unknown>, "changed">,
  one: string,
  key: string
): string | undefined => {
  const count = HashMap.size(changed)
  return count === 0 ? undefined : `${plural(count, one)} changed here, in place until ${key}`
}
