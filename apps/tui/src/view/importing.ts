import * as Report from "../import/report.ts"
import type { Importing } from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import type { Column } from "../resources/Field.ts"
import { numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import type { Body, ListBody, StyledText, ShownRow, Typed } from "./View.ts"

const steps = ["file", "dry run", "send", "result"]

const stepOf: Readonly<Record<Importing["step"], number>> = {
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

const lookOf = (state: string): readonly [glyph: string, tone: Tone] => looks[state] ?? ["·", "quiet"]

const column = (
  title: string,
  text: (row: Report.RowReport) => string,
  [width, grow, rank]: readonly [number, number, number],
  more: Partial<Column<ShownRow>> = {}
): Column<ShownRow> => ({ title, text: ({ row }) => text(row), width, grow, rank, ...more })

const columns: ReadonlyArray<Column<ShownRow>> = [
  column("LINE", ({ line }) => String(line), [6, 0, 0], { align: "right" }),
  column("STATE", ({ state }) => `${lookOf(state)[0]} ${state}`, [16, 0, 1], {
    tone: ({ row }) => lookOf(row.state)[1]
  }),
  column("NAME", ({ name }) => name, [14, 1, 3]),
  column("E-MAIL", ({ email }) => email, [14, 2, 0]),
  column("WHY", ({ why }) => why ?? "", [14, 3, 2])
]

const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

const titleOf = ({ step }: Importing) => `Import, step ${stepOf[step] + 1} of ${steps.length}: ${steps[stepOf[step]]}`

const rowsBody = (now: Importing): ListBody => {
  const { rows, shown, showsAll, step, view } = now
  return {
    _tag: "List",
    name: `import.${steps[stepOf[step]]}`,
    title: titleOf(now),
    one: "row",
    place: shown.length === 0 ? "" : `${numberFormat.format(view.cursor + 1)} of ${numberFormat.format(shown.length)}`,
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
    details: undefined,
    withDetails: false,
    detailsTop: 0,
    isInDetails: false,
    detailsHint: ""
  }
}

export const importBody = (now: Importing): Body =>
  now.step === "file" || now.step === "looking"
    ? { _tag: "Reader", name: `import.${now.step}`, title: titleOf(now), sections: [], top: 0 }
    : rowsBody(now)

/** The line under edit. */
export const importInput = ({ field, step }: Importing): Typed | undefined => {
  if (step === "file") return { label: "Import the file", field, example: "new-hires.csv" }
  return step === "confirming" ? { label: ">", field } : undefined
}

const quiet = (text: string): StyledText => ({ text, tone: "quiet" })
const busy = (text: string): StyledText => ({ text: `${glyphs.busy} ${text}`, tone: "warning" })

const progress = ({ done, total }: Importing) => `${numberFormat.format(done)} of ${numberFormat.format(total)} …`

const planMessages = ({ keys, region: { apiUrl, name } }: Model, now: Importing): ReadonlyArray<StyledText> => {
  const { file, options, plan, step, unused } = now
  if (plan === undefined) return []
  const { counts } = plan
  const mails = counts.mails > 0 ? "Welcome e-mails cannot be recalled. " : ""
  return [
    { text: Report.summary(counts), tone: "plain" },
    {
      ...quiet(
        options.send_email
          ? `Welcome e-mails go out as the file says (${keys.keyOf("import.mails")} sends none).`
          : `No welcome e-mails (${keys.keyOf("import.mails")} sends them).`
      ),
      isSpare: true
    },
    ...(options.existing === "update" || options.reactivate
      ? [
          quiet(
            `As in the last run:${options.existing === "update" ? " --existing update" : ""}${options.reactivate ? " --reactivate" : ""}.`
          )
        ]
      : []),
    ...(unused.length === 0 ? [] : [{ ...quiet(`Unused columns: ${unused.join(", ")}`), isSpare: true }]),
    { ...quiet(`Results go to ${nameOf(file)}.results.ndjson: import the file again to resume.`), isSpare: true },
    ...(step === "confirming"
      ? [
          {
            text: `This is the region ${name}, ${apiUrl}. ${mails}Type ${Report.confirmationPhrase(counts)} to begin.`,
            tone: "warning"
          } as const
        ]
      : [])
  ]
}

const stepMessages = (model: Model, now: Importing): ReadonlyArray<StyledText> => {
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
export const ofImport = (model: Model, now: Importing): ReadonlyArray<StyledText> => [
  ...stepMessages(model, now),
  ...(now.problem === undefined ? [] : [{ text: `${glyphs.problem} ${now.problem}`, tone: "bad" } as const])
]
