import { capitalize } from "effect/String"

import { runningLabel, textLength } from "../actions/Action.ts"
import { origin } from "../engine/Bulk.ts"
import * as Report from "../import/report.ts"
import { tooLong } from "../model/Form.ts"
import type { Form } from "../model/Form.ts"
import type { Importing } from "../model/Importing.ts"
import * as LogInForm from "../model/LogInForm.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState } from "../model/Ui.ts"
import { targetName } from "../resources/Resource.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { numberFormat } from "../text/format.ts"
import { glyphs } from "../theme.ts"
import type { Tone } from "../theme.ts"
import { busy, failure, plain, problemTexts, quiet, warning } from "./messages.ts"
import type { Body, Entry, FormBody, MenuBody, StyledText, Typed } from "./View.ts"

/** Returns the fields of a form; none is focused while it is busy. */
const formFields = ({ focus, inputs }: Form, isBusy = false): FormBody["fields"] =>
  inputs.map(({ chosen, field, help, isSecret, label, limit }, at) => ({
    label,
    field,
    help,
    isSecret,
    ...(limit !== undefined && { used: `${textLength(TextField.text(field))}/${limit}` }),
    ...(chosen?.text === TextField.text(field) && chosen.label !== chosen.text && { used: chosen.label }),
    isFocused: at === focus && !isBusy
  }))

/** The log-in form. */
export const logInBody = ({ account, ui }: Model): FormBody => {
  const { logIn } = ui.get()
  return {
    _tag: "Form",
    name: `logIn ${logIn.way}`,
    title: `Log in with ${loginMethod(logIn.way).label}`,
    fields: formFields(LogInForm.currentForm(logIn), account.state.get().busy)
  }
}

export const formBody = ({ action, form, isBusy, resource, row }: FormState): FormBody => ({
  _tag: "Form",
  name: action.name,
  title: `${capitalize(action.label)} ${targetName(action, resource, row)}`,
  fields: formFields(form, isBusy)
})

/** Returns the meaning of a form, the help of the focused field, and errors. */
export const ofForm = (
  { account, keys: { keyOf }, lists }: Model,
  { action, form, isBusy, isDraft, problem = tooLong(form), notice, resource, row }: FormState
): ReadonlyArray<StyledText> => {
  if (isBusy) return [busy(`${capitalize(runningLabel(action))} …`)]
  const help = form.inputs[form.focus]?.help ?? ""
  const isMine = row !== undefined && account.isMe(resource, row)
  const own = action.effect !== "read" && isMine ? action.toSelf?.(action.fields) : undefined
  const marked = row === undefined ? "" : origin(lists, resource, lists.marksOf(resource).state.get())
  const restored = `${glyphs.hint} Your earlier input is restored: ${keyOf("filling.clear")} clears it.`
  return [
    ...(notice === undefined ? [] : [{ text: `${glyphs.done} ${notice}`, tone: "good" } as const]),
    ...(isDraft ? [plain(restored)] : []),
    ...(help === "" ? [] : [quiet(`${help}.`)]),
    ...(marked === "" ? [] : [plain(marked)]),
    plain(action.consequence),
    ...(own === undefined ? [] : [warning(`This is your own account. ${own}`)]),
    ...(problem === undefined ? [] : typeof problem === "string" ? [failure(problem)] : problemTexts(problem))
  ]
}

export const menuBody = (menu: Menu.Open): MenuBody => ({
  _tag: "Menu",
  name: menu.name,
  title: menu.title,
  choices: Menu.fitting(menu).map((choice) => ({ ...choice, label: Menu.label(choice) })),
  cursor: menu.cursor
})

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

const rowEntry = ({ email, line, name, state, why }: Report.RowReport): Entry => {
  const [glyph, tone] = lookOf(state)
  const who = [name, email].filter(Boolean).join(", ")
  return { label: `Line ${line}`, text: `${glyph} ${state}  ${who}${why === null ? "" : `: ${why}`}`, tone }
}

const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

/** Maximum number of rows on the screen. */
const maxRows = 500

const rowEntries = ({ rows, showsAll, step }: Importing): ReadonlyArray<Entry> => {
  const shown = showsAll ? rows : rows.filter(Report.isNoteworthy)
  const rest = shown.length - maxRows
  const more = rest > 0 ? [quiet(`${numberFormat.format(rest)} more: see remote-assist users import --dry-run`)] : []
  if (shown.length > 0) return [...shown.slice(0, maxRows).map(rowEntry), ...more]
  if (step === "sending") return [quiet("Rows are shown when all are done.")]
  return [quiet(rows.length === 0 ? "There are no rows." : "No row has a problem.")]
}

/** Whether all rows are shown: on request, or because all need attention. */
export const showsAllRows = ({ rows, showsAll }: Importing): boolean => showsAll || rows.every(Report.isNoteworthy)

export const importBody = (now: Importing): Body => {
  const { file, step, top } = now
  const [number, name] = steps[step]
  const hasRows = step !== "file" && step !== "looking"
  return {
    _tag: "Reader",
    name: `import.${hasRows ? name : step}`,
    title: [
      `Import, step ${number} of 4: ${name}`,
      ...(hasRows ? [showsAllRows(now) ? "all rows" : "rows to check", nameOf(file)] : [])
    ].join(", "),
    sections: [{ entries: hasRows ? rowEntries(now) : [] }],
    top
  }
}

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
  const mailing = options.send_email
    ? `Welcome e-mails go out as the file says (${key} sends none).`
    : `No welcome e-mails (${key} sends them).`
  return [
    plain(Report.summary(counts, "remote-assist users import FILE --reactivate")),
    ...(Report.isEmpty(counts)
      ? [plain("There is nothing to create.")]
      : [spare(mailing), spare(`Results go to ${nameOf(file)}.results.ndjson: import the file again to resume.`)]),
    ...(flags === "" ? [] : [quiet(`As in the last run:${flags}.`)]),
    ...(unused.length === 0 ? [] : [spare(`Unused columns: ${unused.join(", ")}`)]),
    ...(step === "confirming" ? [warning(question)] : [])
  ]
}

const stepMessages = (model: Model, now: Importing): ReadonlyArray<StyledText> => {
  switch (now.step) {
    case "file":
      return [spare("A CSV file whose first line names the columns. Nothing is sent yet.")]
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
  ...(now.task !== undefined && model.requests.offlineSince.get() !== undefined
    ? [warning("The service does not answer. It is tried again.")]
    : []),
  ...(now.problem === undefined ? [] : [failure(now.problem)])
]
