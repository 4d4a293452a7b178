import type { FormBody, Typed, View } from "../../view/View.ts"
import { plain, sentence, typed } from "./plain.ts"

/** What stands for the label of a line of text, where it is a sign. */
const signs: ReadonlyMap<string, string> = new Map([
  ["/", "Filter"],
  [":", "Command"],
  [">", ""]
])

/** The text under edit as it is written; a star for each character of a secret. */
const textOf = ({ field, isSecret }: Typed): string =>
  isSecret ? "*".repeat(field.graphemes.length) : typed(field.graphemes)

/** A line of text that one comes to: what it is, and what is in it. */
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

/** Where the one that is filled in is among the fields; -1 for none. */
const focusOf = ({ fields }: FormBody): number => fields.findIndex(({ isFocused }) => isFocused)

/** Whether a text is what a field takes, which is said with the field. */
export const isHelp = ({ fields }: FormBody, text: string): boolean => fields.some(({ help }) => text === `${help}.`)

/** The field that one comes to. */
export const formLines = (before: FormBody | undefined, after: FormBody): ReadonlyArray<string> => {
  const at = focusOf(after)
  const field = after.fields[at]
  const known = before?.fields[focusOf(before)]
  if (field === undefined || (before !== undefined && focusOf(before) === at && known?.label === field.label)) return []
  return [fieldLine(field, after.fields.length === 1 ? "" : `${at + 1} of ${after.fields.length}`)]
}

/** The line of text under edit. */
export interface Editing {
  /** Which one it is. */
  readonly key: string
  /** As it is written. */
  readonly text: string
  readonly cursor: number
  /** The character that the cursor is on, in words. */
  readonly character: string
}

const characterAt = ({ field, isSecret }: Typed): string => {
  const character = field.graphemes[field.cursor]
  if (character === undefined) return "end"
  if (isSecret) return "star"
  return character === " " ? "space" : plain(character) || "symbol"
}

const of = (key: string, typed: Typed): Editing => ({
  key,
  text: textOf(typed),
  cursor: typed.field.cursor,
  character: characterAt(typed)
})

/** The line of text that is under edit, where one is. */
export const editingOf = ({ body, input }: View): Editing | undefined => {
  if (input !== undefined) return of(`${body.name} ${input.label}`, input)
  if (body._tag !== "Form") return undefined
  const at = focusOf(body)
  const typed = body.fields[at]
  return typed && of(`${body.name} ${at} ${typed.label}`, typed)
}
