import { capitalize } from "effect/String"

import * as Report from "../import/report.ts"
import type { Importing } from "../model/Importing.ts"
import type { Model } from "../model/Model.ts"
import type { Column } from "../resources/Field.ts"
import { numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { busy, failure, plain, quiet, warning } from "./messages.ts"
import type { Body, Details, Entry, ListBody, StyledText, ShownRow, Typed } from "./View.ts"

const steps: Readonly<Record<Importing["step"], readonly [number: number, name: string]>> = {
  file: [1, "file"],
  looking: [2, "dry run"],
  ready: [2, "dry run"],
  confirming: [2, "dry run"],
  sending: [3, "send"],
  over: [4, "result"]
}

const lookOf = (state: string): readonly [glyph: string, tone: Tone] => {
  if (/^(?:created?|updated)$/.test(state)) return [glyphs.done, "good"]
  if (/^(?:exists|unknown)$/.test(state)) return [glyphs.hint, "warning"]
  return /^(?:left out|refused|unsent)$/.test(state) ? [glyphs.problem, "bad"] : ["·", "quiet"]
}

const stateText = (state: string) => `${lookOf(state)[0]} ${state}`

const column = (
  title: string,
  text: (row: Report.RowReport) => string,
  [width, grow, rank]: readonly [number, number, number],
  more: Partial<Column<ShownRow>> = {}
): Column<ShownRow> => ({ title, text: ({ row }) => text(row), width, grow, rank, ...more })

const columns: ReadonlyArray<Column<ShownRow>> = [
  column("LINE", ({ line }) => String(line), [6, 0, 0], { align: "right" }),
  column("STATE", ({ state }) => stateText(state), [16, 0, 1], {
    tone: ({ row }) => lookOf(row.state)[1]
  }),
  column("NAME", ({ name }) => name, [14, 1, 3]),
  column("E-MAIL", ({ email }) => email, [14, 2, 0]),
  column("WHY", ({ why }) => why ?? "", [14, 3, 2])
]

const detailsOf = ({ email, line, name, state, user_id: id, why }: Report.RowReport): Details => ({
  name: email || name,
  state: { text: stateText(state), tone: lookOf(state)[1] },
  sections: [
    {
      entries: [
        ...Object.entries({ Line: String(line), Name: name, "E-mail": email, User: String(id ?? "") }).flatMap(
          ([label, text]): ReadonlyArray<Entry> => (text === "" ? [] : [{ ...plain(text), label }])
        ),
        ...(why?.split("; ") ?? []).map((reason) => plain(capitalize(reason)))
      ]
    }
  ],
  top: 0,
  hint: ""
})

const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

const titleOf = ({ step }: Importing) => `Import, step ${steps[step][0]} of 4: ${steps[step][1]}`

const rowsBody = (now: Importing): ListBody => {
  const { rows, shown, showsAll, step, view } = now
  const selected = shown[view.cursor]
  const none = rows.length === 0 ? "There are no rows." : "No row has a problem."
  return {
    _tag: "List",
    name: `import.${steps[step][1]}`,
    title: titleOf(now),
    one: "row",
    place: shown.length === 0 ? "" : `${numberFormat.format(view.cursor + 1)} of ${numberFormat.format(shown.length)}`,
    notes: [showsAll ? "all rows" : "problems only", nameOf(now.file)],
    columns,
    viewport: view,
    isSelected: true,
    rowAt: (index) => {
      const found = shown[index]
      return found && { row: found, pending: undefined, changed: undefined, isMarked: false }
    },
    placeholder: () => "",
    details: selected && detailsOf(selected),
    instead: shown.length > 0 ? undefined : step === "sending" ? "Rows are shown when all are done." : none
  }
}

export const importBody = (now: Importing): Body =>
  now.step === "file" || now.step === "looking"
    ? { _tag: "Reader", name: `import.${now.step}`, title: titleOf(now), sections: [], top: 0 }
    : rowsBody(now)

/** The line under edit. */
export const importInput = ({ field, step }: Importing): Typed | undefined => {
  if (step === "file") return { label: "File to import", field, example: "new-hires.csv" }
  return step === "confirming" ? { label: ">", field } : undefined
}

const progress = ({ done, total }: Importing) => `${numberFormat.format(done)} of ${numberFormat.format(total)} …`

const spare = (text: string): StyledText => ({ ...quiet(text), isSpare: true })

const planMessages = ({ keys, region: { apiUrl, name } }: Model, now: Importing): ReadonlyArray<StyledText> => {
  const { file, options, plan, step, unused } = now
  if (plan === undefined) return []
  const { counts } = plan
  const key = keys.keyOf("import.mails")
  const updates = options.existing === "update" ? " --existing update" : ""
  const flags = `${updates}${options.reactivate ? " --reactivate" : ""}`
  const mails = counts.mails > 0 ? "Welcome e-mails cannot be withdrawn. " : ""
  const question = `This is the region ${name}, ${apiUrl}. ${mails}Type ${Report.confirmationPhrase(counts)} to begin.`
  return [
    plain(Report.summary(counts)),
    spare(
      options.send_email
        ? `Welcome e-mails go out as the file says (${key} sends none).`
        : `No welcome e-mails (${key} sends them).`
    ),
    ...(flags === "" ? [] : [quiet(`As in the last run:${flags}.`)]),
    ...(unused.length === 0 ? [] : [spare(`Unused columns: ${unused.join(", ")}`)]),
    spare(`Results go to ${nameOf(file)}.results.ndjson: import the file again to resume.`),
    ...(step === "confirming" ? [warning(question)] : [])
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
      return [plain(Report.tally(now.counts, now.total))]
  }
}

/** What an import asks, how far it is, and what is wrong. */
export const ofImport = (model: Model, now: Importing): ReadonlyArray<StyledText> => [
  ...stepMessages(model, now),
  ...(now.problem === undefined ? [] : [failure(now.problem)])
]
