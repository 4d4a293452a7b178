import { graphemes } from "../text/format.ts"

/** A line of text under edit; `cursor` counts the graphemes before it. */
export interface TextField {
  readonly graphemes: ReadonlyArray<string>
  readonly cursor: number
}

const split = (text: string): ReadonlyArray<string> => [...graphemes(text.replaceAll(/\p{Cc}/gu, ""))]

export const make = (text: string): TextField => {
  const graphemes = split(text)
  return { graphemes, cursor: graphemes.length }
}

export const empty: TextField = make("")

export const text = (field: TextField): string => field.graphemes.join("")

/** Inserts text without control characters; it may join a neighbour to one grapheme. */
export const insert = (field: TextField, text: string): TextField => {
  const before = split(field.graphemes.slice(0, field.cursor).join("") + text)
  return { graphemes: split(before.join("") + field.graphemes.slice(field.cursor).join("")), cursor: before.length }
}

const cut = (field: TextField, from: number, to: number): TextField => ({
  graphemes: field.graphemes.toSpliced(from, to - from),
  cursor: from
})

/** Moves the cursor after so many graphemes. */
export const movedTo = (field: TextField, cursor: number): TextField => ({
  ...field,
  cursor: Math.max(0, Math.min(cursor, field.graphemes.length))
})

const wordStart = ({ cursor, graphemes }: TextField): number => {
  const before = graphemes.slice(0, cursor)
  const end = before.findLastIndex((grapheme) => grapheme !== " ")
  return before.slice(0, end + 1).lastIndexOf(" ") + 1
}

/** The commands of editing keys. */
export const edits = {
  "field.left": (field) => movedTo(field, field.cursor - 1),
  "field.right": (field) => movedTo(field, field.cursor + 1),
  "field.start": (field) => movedTo(field, 0),
  "field.end": (field) => movedTo(field, field.graphemes.length),
  "field.backspace": (field) => cut(field, Math.max(0, field.cursor - 1), field.cursor),
  "field.delete": (field) => cut(field, field.cursor, Math.min(field.cursor + 1, field.graphemes.length)),
  "field.word": (field) => cut(field, wordStart(field), field.cursor),
  "field.clear": (field) => cut(field, 0, field.cursor)
} satisfies Record<string, (field: TextField) => TextField>
