import { secretsIn } from "../actions/Report.ts"
import { screenTitle } from "../engine/Program.ts"
import { isEmpty } from "../import/report.ts"
import type { Binding } from "../keymap/bindings.ts"
import { screenCommand } from "../keymap/Keys.ts"
import { hasLines } from "../model/Form.ts"
import { hasChoices } from "../model/FormState.ts"
import * as LogInForm from "../model/LogInForm.ts"
import * as Menu from "../model/Menu.ts"
import { drawableTab, showsLogIn, unavailableCommands } from "../model/Model.ts"
import type { Model } from "../model/Model.ts"
import { showsAllRows } from "./form.ts"

/** Whether all keys do nothing but those that leave: something is under way, or no choice matches. */
const onlyLeaves = ({ account, bulk, ui }: Model, contexts: ReadonlyArray<string>): boolean => {
  const { overlay } = ui.get()
  if (overlay?._tag === "Menu") return Menu.selected(overlay) === undefined
  if (overlay?._tag === "Form") return overlay.isBusy
  if (overlay?._tag === "Bulk") {
    const now = bulk.state.get()
    return now._tag === "Reading" || (now._tag === "Ready" && now.preview.rows.length === 0)
  }
  return contexts.includes("logIn") && account.state.get().busy
}

/** Returns commands that would do nothing here. */
const idle = (model: Model): ReadonlyArray<string> => {
  const { account, ui } = model
  const { isFull, logIn, overlay, screen } = ui.get()
  if (overlay?._tag === "LogIn" || showsLogIn(ui.get(), account.state.get()))
    return LogInForm.currentForm(logIn).inputs.length > 1 ? [] : ["form.next"]
  if (overlay?._tag === "Import")
    return [
      ...(showsAllRows(overlay) ? ["import.all"] : []),
      ...(overlay.plan !== undefined && isEmpty(overlay.plan.counts) ? ["import.ask", "import.mails"] : [])
    ]
  if (overlay?._tag === "Form")
    return [
      ...(hasChoices(overlay) ? [] : ["filling.choose"]),
      ...(hasLines(overlay.form) ? [] : ["filling.newLine"]),
      ...(overlay.isDraft ? [] : ["filling.clear"]),
      ...(overlay.form.inputs.length > 1 ? [] : ["form.next"])
    ]
  // there it only searches loaded rows, which few users need
  if (overlay === undefined)
    return [
      ...(screen.filterExample === undefined ? ["filter.open"] : []),
      ...(isFull && drawableTab(model) === undefined ? ["details.full"] : [])
    ]
  if (overlay._tag !== "Report") return []
  const { again, report } = overlay
  return [
    ...(report !== undefined && secretsIn(report).length > 0 ? [] : ["report.reveal"]),
    ...(again === undefined ? ["report.again"] : [])
  ]
}

/** Adds undo and redo after the keys of the screen, with the screen of the change if it is another one. */
const withUndo = ({ changes, ui }: Model, hints: ReadonlyArray<Binding>) => {
  const { done, undone } = changes.state.get().undo
  const { screen } = ui.get()
  const next = new Map([
    ["changes.undo", done.at(-1)],
    ["changes.redo", undone.at(-1)]
  ])
  const others = hints.filter(({ command }) => !next.has(command))
  const shown = hints.flatMap((hint) => {
    const change = next.get(hint.command)
    if (change === undefined) return []
    const place = screenTitle(change.resource)
    return [place === screenTitle(screen) ? hint : { ...hint, label: `${hint.label} on ${place}` }]
  })
  const own = others.findLastIndex(({ context }) => context === screen.name)
  const at = own < 0 ? others.findIndex(({ context }) => context === "global") : own + 1
  return others.toSpliced(at, 0, ...shown)
}

/** Returns the keys to show: not those of the current screen, and none that would do nothing or be refused. */
export const hintsOf = (model: Model, contexts: ReadonlyArray<string>): ReadonlyArray<Binding> => {
  const { keys, profile, ui } = model
  const { overlay, prefix, screen } = ui.get()
  const mayChange = profile.readOnly === undefined || (overlay?._tag === "Form" && overlay.action.effect === "read")
  const here = [screen.name, screen.group?.name ?? ""].map(screenCommand)
  const none = overlay === undefined ? unavailableCommands(model, screen) : []
  const silent = new Set([...idle(model), ...none, ...here])
  const isLoggedOut = contexts.includes("logIn")
  const enterLabels = new Map([
    ["list.details", screen.enter && "open"],
    ["details.full", drawableTab(model) && "charts"]
  ])
  return withUndo(model, prefix === "" ? keys.hintsFor(contexts) : keys.chordsOf(contexts, prefix))
    .filter(({ changes, command }) => !silent.has(command) && (changes !== true || mayChange))
    .filter(({ isNeeded }) => isNeeded === true || !onlyLeaves(model, contexts))
    .filter(({ context }) => context !== "always" || isLoggedOut)
    .filter(({ context }) => overlay !== undefined || screen.isMenu !== true || context !== screen.name)
    .map((hint) => ({ ...hint, label: enterLabels.get(hint.command) ?? hint.label }))
}
