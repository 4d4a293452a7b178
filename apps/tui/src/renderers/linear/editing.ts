import type { Typed, View } from "../../view/View.ts"
import { focusOf, textOf } from "./form.ts"
import { plain } from "./plain.ts"

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
