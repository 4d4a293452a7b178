import * as Effect from "effect/Effect"

import type { FieldChoice, FormField } from "../actions/Action.ts"
import * as Form from "./Form.ts"
import * as Menu from "./Menu.ts"
import * as TextField from "./TextField.ts"
import type { FormState } from "./Ui.ts"

const yesOrNo: ReadonlyArray<FieldChoice> = ["yes", "no"].map((value) => ({ value, label: value, detail: "" }))

const takesSeveral = ({ takes }: FormField) => takes === "numbers" || takes === "texts"

/** The field that has the keys. */
export const focused = ({ action, form }: FormState) => {
  const input = form.inputs[form.focus]
  const field = input === undefined ? undefined : action.fields[input.name]
  return input === undefined || field === undefined ? undefined : { input, field }
}

/** What there is to choose from for a field, where there is something. */
export const choicesOf = ({ choices, takes }: FormField): FormField["choices"] =>
  choices ?? (takes === "yes or no" ? Effect.succeed(yesOrNo) : undefined)

/** Whether there is something to choose from for the field that has the keys. */
export const hasChoices = (filling: FormState): boolean => {
  const field = focused(filling)?.field
  return field !== undefined && choicesOf(field) !== undefined
}

/** Whether the field that has the keys takes several of what there is to choose from. */
export const choosesSeveral = (filling: FormState): boolean => {
  const field = focused(filling)?.field
  return field !== undefined && takesSeveral(field)
}

const valuesIn = (text: string) => text.split(/\s*,\s*/).filter((value) => value !== "")

const textIn = (filling: FormState) => {
  const input = focused(filling)?.input
  return input === undefined ? "" : TextField.text(input.field).trim()
}

const filledIn = (filling: FormState, text: string): FormState => ({
  ...filling,
  form: Form.edit(filling.form, () => TextField.make(text)),
  problem: undefined
})

/** A menu of them, those that stand in the field marked. */
export const menuOf = (filling: FormState, choices: ReadonlyArray<FieldChoice>): Menu.Open => {
  const { field, input } = focused(filling) ?? {}
  const several = field !== undefined && takesSeveral(field)
  const chosen = new Set(several ? valuesIn(textIn(filling)) : [])
  const menu = Menu.open(
    "choices",
    input?.label ?? "",
    choices.map(({ detail, label, value }) => ({
      label: several ? `${chosen.has(value) ? "[x]" : "[ ]"} ${label}` : label,
      detail,
      command: value
    }))
  )
  const text = textIn(filling)
  return several
    ? menu
    : Menu.movedTo(
        menu,
        choices.findIndex(({ value }) => value === text)
      )
}

/** The same menu with what is chosen now. */
const marked = (menu: Menu.Open, filling: FormState): Menu.Open => {
  const chosen = new Set(valuesIn(textIn(filling)))
  return {
    ...menu,
    choices: menu.choices.map((choice) => ({
      ...choice,
      label: choice.label.replace(/^\[[ x]\]/, chosen.has(choice.command) ? "[x]" : "[ ]")
    }))
  }
}

const toggled = (values: ReadonlyArray<string>, value: string) =>
  (values.includes(value) ? values.filter((other) => other !== value) : [...values, value]).join(", ")

/** The form with what was chosen in its field, and the menu again where the field takes several. */
export const chosen = (
  filling: FormState,
  menu: Menu.Open,
  value: string
): readonly [FormState, Menu.Open | undefined] => {
  const field = focused(filling)?.field
  if (field === undefined || !takesSeveral(field)) return [filledIn(filling, value), undefined]
  const filled = filledIn(filling, toggled(valuesIn(textIn(filling)), value))
  return [filled, marked(menu, filled)]
}
