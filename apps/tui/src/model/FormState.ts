import * as Effect from "effect/Effect"

import type { FieldChoice, FormField } from "../actions/Action.ts"
import * as Form from "./Form.ts"
import * as Menu from "./Menu.ts"
import * as TextField from "./TextField.ts"
import type { Drafts, FormState } from "./Ui.ts"

const maxDrafts = 100

/** The key of a draft: the action and its row, or the initial values of a form without a row. */
const keyOf = ({ action, first, resource: { idOf, keeps = [] }, row }: FormState) => {
  const initial = first.inputs.filter(({ name }) => !keeps.includes(name)).map(({ field }) => TextField.text(field))
  return JSON.stringify([action.name, row === undefined ? initial : idOf(row)])
}

const typedInputs = ({ first, form }: FormState) =>
  form.inputs.filter(({ field }, at) => {
    const before = first.inputs[at]
    return before === undefined || TextField.text(field) !== TextField.text(before.field)
  })

/** Whether the user has typed a secret, which a draft does not store. */
export const hasSecret = (state: FormState): boolean => typedInputs(state).some(({ isSecret }) => isSecret)

/** Whether the user has typed something that a draft stores. */
export const hasDraft = (state: FormState): boolean => typedInputs(state).some(({ isSecret }) => !isSecret)

export const withoutDraftOf = (drafts: Drafts, state: FormState): Drafts => {
  const next = new Map(drafts)
  next.delete(keyOf(state))
  return next
}

/** Stores the typed values of a form that is closed, without its secrets. */
export const withDraftOf = (drafts: Drafts, state: FormState): Drafts => {
  const others = withoutDraftOf(drafts, state)
  if (!hasDraft(state)) return others
  const draft = Object.fromEntries(
    typedInputs(state).flatMap(({ field, isSecret, name }) => (isSecret ? [] : [[name, TextField.text(field)]]))
  )
  return new Map([...others, [keyOf(state), draft] as const].slice(-maxDrafts))
}

/** Restores the draft of a form. */
export const withDraft = (drafts: Drafts, state: FormState): FormState => {
  const draft = drafts.get(keyOf(state))
  if (draft === undefined) return state
  const form = Form.prefilled(state.form, draft)
  const last = form.inputs.findLastIndex(({ name }) => name in draft)
  return { ...state, form: Form.focusedAt(form, Math.max(0, last)), isDraft: true }
}

const yesOrNo: ReadonlyArray<FieldChoice> = ["yes", "no"].map((value) => ({ value, label: value, detail: "" }))

const takesSeveral = ({ takes }: FormField) => takes === "numbers" || takes === "texts"

export const focusedField = ({ action, form }: FormState) => {
  const input = form.inputs[form.focus]
  const field = input === undefined ? undefined : action.fields[input.name]
  return input === undefined || field === undefined ? undefined : { input, field }
}

export const choicesOf = ({ choices, takes }: FormField): FormField["choices"] =>
  choices ?? (takes === "yes or no" ? Effect.succeed(yesOrNo) : undefined)

/** Whether the focused field has choices. */
export const hasChoices = (state: FormState): boolean => {
  const field = focusedField(state)?.field
  return field !== undefined && choicesOf(field) !== undefined
}

/** Whether the focused field takes several values. */
export const choosesSeveral = (state: FormState): boolean => {
  const field = focusedField(state)?.field
  return field !== undefined && takesSeveral(field)
}

const focusedText = (state: FormState) => {
  const input = focusedField(state)?.input
  return input === undefined ? "" : TextField.text(input.field).trim()
}

const focusedValues = (state: FormState) =>
  focusedText(state)
    .split(/\s*,\s*/)
    .filter((value) => value !== "")

const withText = (state: FormState, text: string): FormState => ({
  ...state,
  form: Form.edit(state.form, () => TextField.make(text)),
  problem: undefined
})

const checkbox = (isChosen: boolean) => (isChosen ? "[x]" : "[ ]")

/** Returns the menu of the choices for the focused field. */
export const choiceMenu = (state: FormState, choices: ReadonlyArray<FieldChoice>): Menu.Open => {
  const several = choosesSeveral(state)
  const values = focusedValues(state)
  const menu = Menu.open(
    "choices",
    focusedField(state)?.input.label ?? "",
    choices.map(({ detail, label, value }) => ({
      label: several ? `${checkbox(values.includes(value))} ${label}` : label,
      detail,
      command: value
    }))
  )
  if (several) return menu
  const text = focusedText(state)
  return Menu.movedTo(
    menu,
    choices.findIndex(({ value }) => value === text)
  )
}

/** Enters a choice; returns the menu as well if the field takes several values. */
export const withChoice = (
  state: FormState,
  menu: Menu.Open,
  value: string
): readonly [FormState, Menu.Open | undefined] => {
  if (!choosesSeveral(state)) return [withText(state, value), undefined]
  const before = focusedValues(state)
  const values = before.includes(value) ? before.filter((other) => other !== value) : [...before, value]
  const choices = menu.choices.map((choice) => ({
    ...choice,
    label: choice.label.replace(/^\[[ x]\]/, checkbox(values.includes(choice.command)))
  }))
  return [withText(state, values.join(", ")), { ...menu, choices }]
}
