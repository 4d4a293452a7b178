import type { AnyResource } from "../resources/Resource.ts"
import * as Form from "./Form.ts"
import * as TextField from "./TextField.ts"

/** What was typed in a form that was left, by the names of its inputs; nothing of those that take secrets. */
export type Draft = Readonly<Record<string, string>>

/** By what was being filled in. */
export type Drafts = ReadonlyMap<string, Draft>

/** So many are kept, those that were left last. */
const most = 100

/** What a form is of. */
interface Begun {
  readonly action: { readonly name: string }
  readonly resource: AnyResource
  readonly row: unknown
  /** What stood in it at first. */
  readonly first: Form.Form
}

interface Filled extends Begun {
  readonly form: Form.Form
}

/** A draft is of an action, and of what it is about: a row, or what stood in the form at first of another one. */
const keyOf = ({ action, first, resource: { idOf, keeps = [] }, row }: Begun) => {
  const about = first.inputs.filter(({ name }) => !keeps.includes(name)).map(textOf)
  return JSON.stringify([action.name, row === undefined ? about : idOf(row)])
}

const textOf = ({ field }: Form.Input) => TextField.text(field)

const typed = ({ first, form }: Filled) =>
  form.inputs.filter((input, at) => first.inputs[at] === undefined || textOf(input) !== textOf(first.inputs[at]))

/** Whether something secret was typed, which no draft has. */
export const hasSecret = (filling: Filled): boolean => typed(filling).some(({ isSecret }) => isSecret)

/** What was typed of a form, where something was. */
const draftOf = (filling: Filled): Draft | undefined => {
  const open = typed(filling).filter(({ isSecret }) => !isSecret)
  return open.length === 0 ? undefined : Object.fromEntries(open.map((input) => [input.name, textOf(input)]))
}

/** Drafts without that of a form. */
export const without = (drafts: Drafts, begun: Begun): Drafts => {
  const next = new Map(drafts)
  next.delete(keyOf(begun))
  return next
}

/** Drafts with what was typed in a form that is left; where nothing was, none of it. */
export const left = (drafts: Drafts, filling: Filled): Drafts => {
  const draft = draftOf(filling)
  const others = without(drafts, filling)
  return draft === undefined ? others : new Map([...others, [keyOf(filling), draft] as const].slice(-most))
}

/** Whether something of a form that is left is kept. */
export const isKept = (filling: Filled): boolean => draftOf(filling) !== undefined

/** A form that is opened with what was typed in it before, where it was left so. */
export const restored = <F extends Filled>(drafts: Drafts, filling: F): F => {
  const draft = drafts.get(keyOf(filling))
  if (draft === undefined) return filling
  const form = Form.prefilled(filling.form, draft)
  const last = form.inputs.findLastIndex(({ name }) => name in draft)
  return { ...filling, form: Form.focusedAt(form, Math.max(0, last)), isDraft: true }
}

/** A form as it stood at first, of which nothing was typed. */
export const cleared = <F extends Filled>(filling: F): F => ({
  ...filling,
  form: filling.first,
  isDraft: false,
  problem: undefined
})
