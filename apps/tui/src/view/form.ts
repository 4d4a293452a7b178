import { capitalize } from "effect/String"

import { runningLabel, textLength } from "../actions/Action.ts"
import { origin } from "../engine/Bulk.ts"
import { tooLong } from "../model/Form.ts"
import type { Form } from "../model/Form.ts"
import * as LogInForm from "../model/LogInForm.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState } from "../model/Ui.ts"
import { targetName } from "../resources/Resource.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { glyphs } from "../theme.ts"
import { busy, failure, plain, problemTexts, quiet, warning } from "./messages.ts"
import type { FormBody, MenuBody, StyledText } from "./View.ts"

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
  const isMine =
    action.effect !== "read" && action.toSelf !== undefined && row !== undefined && account.isMe(resource, row)
  const marked = row === undefined ? "" : origin(lists, resource, lists.marksOf(resource).state.get())
  const restored = `${glyphs.hint} Your earlier input is restored: ${keyOf("filling.clear")} clears it.`
  return [
    ...(notice === undefined ? [] : [{ text: `${glyphs.done} ${notice}`, tone: "good" } as const]),
    ...(isDraft ? [plain(restored)] : []),
    ...(help === "" ? [] : [quiet(`${help}.`)]),
    ...(marked === "" ? [] : [plain(marked)]),
    plain(action.consequence),
    ...(isMine ? [warning(`This is your own account. ${action.toSelf}`)] : []),
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
