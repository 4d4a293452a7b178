import { listed } from "../import/Columns.ts"
import * as Report from "../import/report.ts"
import type { Keys } from "../keymap/Keys.ts"
import * as Importing from "../model/Importing.ts"
import type { ImportRow } from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import type { Overlay } from "../model/Ui.ts"
import type { Column } from "../resources/FieldColumn.ts"
import { yesNo } from "../resources/texts.ts"
import { counted } from "../text/numbers.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { Body, ListBody, Said, ShownRow, Typed } from "./View.ts"

type Open = Importing.Importing

const steps = ["file", "dry run", "send", "result"]

const stepOf: Readonly<Record<Open["step"], number>> = {
  file: 0,
  looking: 1,
  ready: 1,
  confirming: 1,
  sending: 2,
  over: 3
}

const looks: Readonly<Record<string, readonly [glyph: string, tone: Tone]>> = {
  create: [glyphs.done, "good"],
  created: [glyphs.done, "good"],
  updated: [glyphs.done, "good"],
  exists: [glyphs.hint, "warning"],
  existed: [glyphs.hint, "warning"],
  unknown: [glyphs.hint, "warning"],
  "left out": [glyphs.problem, "bad"],
  refused: [glyphs.problem, "bad"],
  unsent: [glyphs.problem, "bad"]
}

const lookOf = ({ report: { state } }: ImportRow): Said => {
  const [glyph, tone] = looks[state] ?? ["·", "quiet"]
  return { text: `${glyph} ${state}`, tone }
}

const column = (
  title: string,
  text: (row: ImportRow) => string,
  [width, grow, rank]: readonly [number, number, number],
  more: Partial<Column<ShownRow>> = {}
): Column<ShownRow> => ({ title, text: ({ row }) => text(row), width, grow, rank, ...more })

const quietly = { tone: (): Tone => "quiet" }

const columns: ReadonlyArray<Column<ShownRow>> = [
  column("LINE", ({ report }) => String(report.line), [6, 0, 0], { align: "right" }),
  column("STATE", (row) => lookOf(row).text, [16, 0, 1], { tone: ({ row }) => lookOf(row).tone }),
  column("NAME", ({ report }) => report.name, [14, 1, 3]),
  column("E-MAIL", ({ report }) => report.email, [14, 2, 0]),
  column("ROLE", ({ row }) => row.role, [7, 0, 6], quietly),
  column("PODS", ({ row }) => row.pods, [12, 0, 5], quietly),
  column("MAIL", ({ row }) => yesNo(row.mail), [4, 0, 7], quietly),
  column("WHY", ({ report }) => report.why ?? "", [14, 3, 2])
]

const detailsOf = (shown: ImportRow): NonNullable<ListBody["details"]> => {
  const { report, row } = shown
  return {
    name: report.name || report.email || `line ${report.line}`,
    state: lookOf(shown),
    facts: [
      { label: "Line", text: String(report.line) },
      { label: "E-mail", text: report.email },
      { label: "Role", text: row.role },
      { label: "Pods", text: row.pods },
      { label: "Mail", text: yesNo(row.mail) },
      { label: "User", text: String(report.user_id ?? "") },
      { label: "Why", text: report.why ?? "" }
    ].filter(({ text }) => text !== "")
  }
}

const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

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
    notes: [nameOf(now.file), showsAll ? "all rows" : "problems only"],
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
          ? "Rows are shown when all are done."
          : rows.length === 0
            ? "There are no rows."
            : "No row has a problem.",
    details: row && detailsOf(row),
    withDetails: false,
    detailsTop: 0,
    isInDetails: false,
    detailsHint: ""
  }
}

/** The body of an import. */
export const importBody = (overlay: Overlay | undefined): Body | undefined => {
  if (overlay?._tag !== "Import") return undefined
  return overlay.step === "file" || overlay.step === "looking"
    ? { _tag: "Reader", name: `import.${overlay.step}`, title: titleOf(overlay), sections: [], top: 0 }
    : rowsBody(overlay)
}

/** The line under edit. */
export const importInput = ({ field, step }: Open): Typed | undefined => {
  if (step === "file") return { label: "Import the file", field, example: "new-hires.csv" }
  return step === "confirming" ? { label: ">", field } : undefined
}

const quiet = (text: string): Said => ({ text, tone: "quiet" })
const busy = (text: string): Said => ({ text: `${glyphs.busy} ${text}`, tone: "warning" })

const progress = ({ done, total }: Open) => `${counted.format(done)} of ${counted.format(total)} …`

const optionsText = ({ keyOf }: Keys, { options: { existing, reactivate, send_email }, step }: Open) => {
  const by = (command: string, other: string) => (step === "ready" ? ` (${keyOf(command)} ${other})` : "")
  return [
    existing === "update"
      ? `Users who exist are named as in the file${by("import.update", "skips them")}.`
      : `Users who exist are skipped${by("import.update", "names them as in the file")}.`,
    ...(reactivate ? [`Inactive users are reactivated${by("import.reactivate", "leaves them")}.`] : []),
    send_email
      ? `Welcome e-mails go out as the file says${by("import.mails", "sends none")}.`
      : `No welcome e-mails${by("import.mails", "sends them")}.`
  ].join(" ")
}

const planMessages = ({ keys, region: { address, name } }: Model, now: Open): ReadonlyArray<Said> => {
  const { file, plan, step, unused } = now
  if (plan === undefined) return []
  const { counts } = plan
  const mails = counts.mails > 0 ? "Welcome e-mails cannot be taken back. " : ""
  return [
    { text: Report.summary(counts, keys.keyOf("import.reactivate")), tone: "plain" },
    { ...quiet(optionsText(keys, now)), isSpare: true },
    ...(unused.length === 0 ? [] : [{ ...quiet(`Unused columns: ${listed(unused)}.`), isSpare: true }]),
    { ...quiet(`Results go to ${nameOf(file)}.results.ndjson: import the file again to resume.`), isSpare: true },
    ...(step === "confirming"
      ? [
          {
            text: `This is the region ${name}, ${address}. ${mails}Type ${Report.phraseOf(counts)} to begin.`,
            tone: "warning"
          } as const
        ]
      : [])
  ]
}

const stepMessages = (model: Model, now: Open): ReadonlyArray<Said> => {
  switch (now.step) {
    case "file":
      return [quiet("A CSV file whose first line names the columns. Nothing is sent yet.")]
    case "looking":
      return [busy(now.total === 0 ? `Reading ${now.file} …` : `Looking up who exists: ${progress(now)}`)]
    case "ready":
    case "confirming":
      return planMessages(model, now)
    case "sending":
      return [busy(`${progress(now)} ${now.counts.size === 0 ? "" : Report.tally(now.counts)}`.trimEnd())]
    case "over":
      return [{ text: Report.tally(now.counts, now.total), tone: "plain" }]
  }
}

/** What an import asks, how far it is, and what is wrong. */
export const ofImport = (model: Model, now: Open): ReadonlyArray<Said> => [
  ...stepMessages(model, now),
  ...(now.problem === undefined ? [] : [{ text: `${glyphs.problem} ${now.problem}`, tone: "bad" } as const])
]
