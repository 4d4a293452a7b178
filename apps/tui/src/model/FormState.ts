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

/** Returns the menu of the choices for the focused field, which are marked if it takes several values. */
export const choiceMenu = (state: FormState, choices: ReadonlyArray<FieldChoice>): Menu.Open => {
  const { field, input } = focusedField(state) ?? {}
  const isOfSeveral = field?.takes === "numbers" || field?.takes === "texts"
  const text = input === undefined ? "" : TextField.text(input.field).trim()
  const values = text.split(/\s*,\s*/)
  const menu = Menu.open(
    "choices",
    input?.label ?? "",
    choices.map(({ detail, label, value }) => ({
      label,
      detail,
      command: value,
      ...(isOfSeveral && { isMarked: values.includes(value) })
    }))
  )
  return isOfSeveral
    ? menu
    : Menu.movedTo(
        menu,
        choices.findIndex(({ value }) => value === text)
      )
}

/** Enters the choices of a menu. */
export const withChoices = (state: FormState, menu: Menu.Open): FormState => {
  const [text = "", label = ""] = (["command", "label"] as const).map((name) =>
    Menu.taken(menu)
      .map((choice) => choice[name])
      .join(", ")
  )
  const form = Form.edit(state.form, () => TextField.make(text))
  const inputs = form.inputs.map((input, at) => (at === form.focus ? { ...input, chosen: { text, label } } : input))
  return { ...state, form: { ...form, inputs }, problem: undefined }
}
