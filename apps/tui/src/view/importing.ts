import { described, namesOf } from "../import/Columns.ts"
import * as Importing from "../model/Importing.ts"
import type { ImportRow } from "../model/Importing.ts"
import type { Overlay } from "../model/Ui.ts"
import type { Column } from "../resources/Column.ts"
import { yesNo } from "../resources/texts.ts"
import { counted } from "../text/numbers.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { formFields } from "./form.ts"
import type { Body, Entry, ListBody, ShownRow, Typed } from "./View.ts"

const steps = ["file", "columns", "dry run", "send", "result"]

const stepOf: Readonly<Record<Importing.Step, number>> = {
  file: 0,
  columns: 1,
  looking: 2,
  ready: 2,
  editing: 2,
  confirming: 2,
  sending: 3,
  over: 4,
  undoing: 4
}

const tones: Readonly<Record<string, Tone>> = {
  create: "good",
  created: "good",
  updated: "good",
  undone: "good",
  exists: "warning",
  existed: "warning",
  unsure: "warning",
  unknown: "warning",
  "left alone": "warning",
  "left out": "bad",
  refused: "bad",
  unsent: "bad"
}

const marks: Readonly<Partial<Record<Tone, string>>> = {
  good: glyphs.done,
  warning: glyphs.hint,
  bad: glyphs.problem
}

const stateText = ({ told }: ImportRow) => `${marks[tones[told.state] ?? "quiet"] ?? "·"} ${told.state}`

const column = (
  title: string,
  text: (row: ImportRow) => string,
  [width, grow, rank]: readonly [number, number, number],
  more: Partial<Column<ShownRow>> = {}
): Column<ShownRow> => ({ title, text: ({ row }) => text(row), width, grow, rank, ...more })

const columns: ReadonlyArray<Column<ShownRow>> = [
  column("LINE", ({ told }) => String(told.line), [6, 0, 0], { align: "right" }),
  column("STATE", stateText, [16, 0, 1], { tone: ({ row }) => tones[row.told.state] ?? "quiet" }),
  column("NAME", ({ told }) => told.name, [14, 1, 3]),
  column("E-MAIL", ({ told }) => told.email, [14, 2, 0]),
  column("ROLE", ({ row }) => row?.role ?? "", [7, 0, 6], { tone: () => "quiet" }),
  column("PODS", ({ row }) => row?.pods ?? "", [12, 0, 5], { tone: () => "quiet" }),
  column("MAIL", ({ row }) => yesNo(row?.mail), [4, 0, 7], { tone: () => "quiet" }),
  column("WHY", ({ told }) => told.why ?? "", [14, 3, 2])
]

const detailsOf = ({ row, told }: ImportRow): NonNullable<ListBody["details"]> => ({
  name: told.name || told.email || `line ${told.line}`,
  state: { text: stateText({ row, told }), tone: tones[told.state] ?? "quiet" },
  facts: [
    ["Line", String(told.line)],
    ["E-mail", told.email],
    ["Role", row?.role ?? ""],
    ["Pods", row?.pods ?? ""],
    ["Mail", yesNo(row?.mail)],
    ["User", told.user_id === undefined ? "" : String(told.user_id)],
    ["Why", told.why ?? ""]
  ].flatMap(([label = "", text = ""]) => (text === "" ? [] : [{ label, text }]))
})

type Open = Extract<Overlay, { readonly _tag: "Import" }>

/** The name of a file without its folder. */
export const baseName = (file: string) => file.split(/[\\/]/).at(-1) ?? file

const titleOf = ({ step }: Open) => `Import, step ${stepOf[step] + 1} of ${steps.length}: ${steps[stepOf[step]]}`

const rowsBody = (now: Open): ListBody => {
  const { rows, shown, showsAll, step, view } = now
  const row = Importing.selected(now)
  return {
    _tag: "List",
    name: `import.${steps[stepOf[step]]}`,
    title: titleOf(now),
    one: "row",
    place: shown.length === 0 ? "" : `${counted.format(view.cursor + 1)} of ${counted.format(shown.length)}`,
    notes: [
      baseName(now.file),
      showsAll ? "all rows" : "problems only",
      ...(now.edits.size === 0 ? [] : [`${now.edits.size} edited here`])
    ],
    columns,
    viewport: view,
    isSelected: true,
    rowAt: (index) => {
      const found = shown[index]
      return found && { row: found, pending: undefined, changed: undefined, isMarked: false }
    },
    placeholder: () => "",
    instead:
      shown.length > 0
        ? undefined
        : step === "sending"
          ? "Rows are told of when all are done."
          : rows.length === 0
            ? "There are no rows."
            : "Nothing is wrong with any row.",
    details: row && detailsOf(row),
    withDetails: false,
    detailsTop: 0,
    isInDetails: false,
    detailsHint: ""
  }
}

const columnEntries = ({ draft }: Open): ReadonlyArray<Entry> =>
  draft === undefined
    ? []
    : [
        ...Object.entries(described).map(([field, { called }]): Entry => {
          const [, at] = Object.entries(draft.columns.at).find(([name]) => name === field) ?? []
          return {
            label: called,
            text: at === undefined ? "no column" : (draft.header[at]?.trim() ?? ""),
            tone: at === undefined ? "quiet" : "plain"
          }
        }),
        {
          label: "unused",
          text: draft.columns.unused.length === 0 ? "none" : namesOf(draft.columns.unused),
          tone: "quiet"
        }
      ]

/** An import, where there is one. */
export const importBody = (overlay: Overlay | undefined): Body | undefined => {
  if (overlay?._tag !== "Import") return undefined
  if (overlay.step === "editing" && overlay.form !== undefined)
    return {
      _tag: "Form",
      name: "import.edit",
      title: `Edit line ${Importing.selected(overlay)?.told.line ?? ""}`,
      fields: formFields(overlay.form)
    }
  if (overlay.step === "file" || overlay.step === "columns" || overlay.step === "looking")
    return {
      _tag: "Reader",
      name: `import.${overlay.step}`,
      title: titleOf(overlay),
      sections: [{ entries: columnEntries(overlay) }],
      top: 0
    }
  return rowsBody(overlay)
}

/** What is typed. */
export const importInput = (now: Open): Typed | undefined => {
  if (!Importing.isTyped(now)) return undefined
  if (now.step === "file") return { label: "Import the file", field: now.field, example: "new-hires.csv" }
  if (now.step === "columns") return { label: "Columns", field: now.field, example: "name=Full Name,email=Work mail" }
  return { label: ">", field: now.field }
}
