import { capitalize } from "effect/String"

import type { Keys } from "../keymap/Keys.ts"
import * as Forms from "../model/Form.ts"
import type { Form } from "../model/Form.ts"
import * as LogInForm from "../model/LogInForm.ts"
import * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState, Overlay } from "../model/Ui.ts"
import { targetName } from "../resources/Resource.ts"
import { loginMethod } from "../session/loginMethods.ts"
import { glyphs } from "../theme.ts"
import type { FormBody, MenuBody, StyledText } from "./View.ts"

/** Returns the fields of a form; none is focused while it is busy. */
const formFields = ({ focus, inputs }: Form, isBusy = false): FormBody["fields"] =>
  inputs.map(({ field, help, isSecret, label, limit }, at) => ({
    label,
    field,
    help,
    isSecret,
    ...(limit !== undefined && { used: `${Forms.textLength(TextField.text(field))}/${limit}` }),
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

const titleOf = ({ action, resource, row }: FormState) =>
  `${capitalize(action.label)} ${targetName(action, resource, row)}`

/** Returns the open form, if there is one. */
export const formBody = (overlay: Overlay | undefined): FormBody | undefined =>
  overlay?._tag === "Form"
    ? {
        _tag: "Form",
        name: overlay.action.name,
        title: titleOf(overlay),
        fields: formFields(overlay.form, overlay.isBusy)
      }
    : undefined

/** Returns the meaning of a form, the help of the focused field, and errors. */
export const ofForm = (
  { keyOf }: Keys,
  { action, form, isBusy, isDraft, problem, notice }: FormState
): ReadonlyArray<StyledText> => {
  if (isBusy) return [{ text: `${glyphs.busy} ${capitalize(action.pending)} …`, tone: "warning" }]
  const help = form.inputs[form.focus]?.help ?? ""
  const shown = problem ?? Forms.tooLong(form)
  const wrong: ReadonlyArray<StyledText> =
    shown === undefined
      ? []
      : typeof shown === "string"
        ? [{ text: `${glyphs.problem} ${shown}`, tone: "bad" }]
        : [
            { text: `${glyphs.problem} ${shown.what}`, tone: "bad" },
            { text: shown.todo, tone: "plain" }
          ]
  return [
    ...(notice === undefined ? [] : [{ text: `${glyphs.done} ${notice}`, tone: "good" } as const]),
    ...(isDraft
      ? [
          {
            text: `${glyphs.hint} Your earlier input is restored: ${keyOf("filling.clear")} clears it.`,
            tone: "plain"
          } as const
        ]
      : []),
    ...(help === "" ? [] : [{ text: `${help}.`, tone: "quiet" } as const]),
    { text: action.consequence, tone: "plain" },
    ...wrong
  ]
}

/** Returns the open menu, if there is one. */
export const menuBody = (overlay: Overlay | undefined): MenuBody | undefined =>
  overlay?._tag === "Menu"
    ? {
        _tag: "Menu",
        name: overlay.name,
        title: overlay.title,
        choices: Menu.fitting(overlay),
        cursor: overlay.cursor
      }
    : undefined
