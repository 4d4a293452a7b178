import type { Form } from "../model/Form.ts"
import type { Model } from "../model/Model.ts"
import type { Filling, Overlay } from "../model/Ui.ts"
import { glyphs } from "../theme.ts"
import type { FormBody, Said } from "./View.ts"

const fieldsOf = ({ focus, inputs }: Form, isBusy: boolean): FormBody["fields"] =>
  inputs.map(({ field, help, isSecret, label }, at) => ({
    label,
    field,
    help,
    isSecret,
    isFocused: at === focus && !isBusy
  }))

/** The log-in form. */
export const logInBody = ({ account, ui }: Model): FormBody => ({
  _tag: "Form",
  name: "logIn",
  title: "Log in",
  fields: fieldsOf(ui.get().logIn, account.state.get().busy)
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const titleOf = ({ action, resource, row }: Filling) =>
  `${capital(action.label)} ${row === undefined ? `a ${resource.one}` : resource.nameOf(row)}`

/** A form over a screen, where there is one. */
export const formBody = (overlay: Overlay | undefined): FormBody | undefined =>
  overlay?._tag === "Form"
    ? {
        _tag: "Form",
        name: overlay.action.name,
        title: titleOf(overlay),
        fields: fieldsOf(overlay.form, overlay.isBusy)
      }
    : undefined

/** What the form means, what the focused field takes, and what is wrong. */
export const ofForm = ({ action, form, isBusy, problem }: Filling): ReadonlyArray<Said> => {
  if (isBusy) return [{ text: `${glyphs.busy} ${capital(action.pending)} …`, tone: "warning" }]
  const help = form.inputs[form.focus]?.help ?? ""
  const wrong: ReadonlyArray<Said> =
    problem === undefined
      ? []
      : typeof problem === "string"
        ? [{ text: `${glyphs.problem} ${problem}`, tone: "bad" }]
        : [
            { text: `${glyphs.problem} ${problem.what}`, tone: "bad" },
            { text: problem.todo, tone: "plain" }
          ]
  return [
    ...(help === "" ? [] : [{ text: `${help}.`, tone: "quiet" } as const]),
    { text: action.consequence, tone: "plain" },
    ...wrong
  ]
}
