import type { FormBody, Typed, View } from "../../view/View.ts"
import { plain, sentence, typed } from "./plain.ts"

/** Words for labels that are signs. */
const signs: ReadonlyMap<string, string> = new Map([
  ["/", "Filter"],
  [":", "Command"],
  [">", ""]
])

/** The edited text, with a star for each character of a secret. */
const textOf = ({ field, isSecret }: Typed): string =>
  isSecret ? "*".repeat(field.graphemes.length) : typed(field.graphemes)

/** Describes a text field: its label and its content. */
export const fieldLine = (field: Typed, place = ""): string => {
  const { example, help, isSecret, label } = field
  const text = textOf(field)
  const content = text === "" ? sentence("empty", plain(example ?? "")) : isSecret ? "filled in" : plain(text)
  return sentence(
    signs.get(label) ?? plain(label),
    isSecret ? "password edit" : "edit",
    place,
    content,
    plain(help ?? "")
  )
}

/** The index of the focused field, or -1. */
const focusOf = ({ fields }: FormBody): number => fields.findIndex(({ isFocused }) => isFocused)

/** Whether a text is the help of a field, which is announced with the field. */
export const isHelp = ({ fields }: FormBody, text: string): boolean => fields.some(({ help }) => text === `${help}.`)

/** Describes the field that gets the focus. */
export const formLines = (before: FormBody | undefined, after: FormBody): ReadonlyArray<string> => {
  const at = focusOf(after)
  const field = after.fields[at]
  const known = before?.fields[focusOf(before)]
  if (field === undefined || (before !== undefined && focusOf(before) === at && known?.label === field.label)) return []
  return [fieldLine(field, after.fields.length === 1 ? "" : `${at + 1} of ${after.fields.length}`)]
}

/** The edited text field. */
export interface Editing {
  /** Identifies the field. */
  readonly key: string
  /** The text as echoed. */
  readonly text: string
  readonly cursor: number
  /** The character at the cursor, in words. */
  readonly character: string
}

const characterAt = ({ field, isSecret }: Typed): string => {
  const character = field.graphemes[field.cursor]
  if (character === undefined) return "end"
  if (isSecret) return "star"
  return character === " " ? "space" : plain(character) || "symbol"
}

const toEditing = (key: string, typed: Typed): Editing => ({
  key,
  text: textOf(typed),
  cursor: typed.field.cursor,
  character: characterAt(typed)
})

/** Returns the edited text field, if any. */
export const editingOf = ({ body, input }: View): Editing | undefined => {
  if (input !== undefined) return toEditing(`${body.name} ${input.label}`, input)
  if (body._tag !== "Form") return undefined
  const at = focusOf(body)
  const typed = body.fields[at]
  return typed && toEditing(`${body.name} ${at} ${typed.label}`, typed)
}
