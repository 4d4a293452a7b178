import { isUnsafe } from "@remote-assist/cli/Terminal"

import { mask } from "../../actions/Report.ts"
import { graphemes, unsafeMark } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import type { FormBody, Typed, View } from "../../view/View.ts"

/** Glyphs that repeat the words beside them. */
const redundant = [...new Set(Object.values(glyphs)), "★", "·"].filter((glyph) => glyph !== glyphs.unknown).join("")

const alone = new RegExp(`(?<=^|\\s)[${redundant}](?=\\s|$)`, "gu")

/** Lines, blocks, shapes and braille dots: noise in speech, and letters on a braille display. */
const lineArt = /[\u2500-\u25FF\u2800-\u28FF]/g

const emoji = /^\p{RGI_Emoji}$/v

const ofGrapheme = (grapheme: string) => {
  // joiners in an emoji are silent and safe
  const mark = emoji.test(grapheme) ? "" : unsafeMark
  return Array.from(grapheme, (character) => (isUnsafe(character) ? mark : character))
    .join("")
    .replaceAll(lineArt, unsafeMark)
}

/** The symbol of Enter in a message. */
const enter = /(?<=^|\s)⏎(?=$|[\s.,;:])/gu

/** Formats edited characters for speech. */
export const typed = (characters: ReadonlyArray<string>): string => characters.map(ofGrapheme).join("")

/** Formats a text as plain words on one line, without redundant glyphs and control characters. */
export const plain = (text: string): string =>
  typed([...graphemes(text.replaceAll(/\s+/g, " ").replaceAll(alone, " ").replaceAll(mask, "hidden"))])
    .replaceAll(enter, "Enter")
    .replaceAll(new RegExp(`${unsafeMark}+`, "g"), unsafeMark)
    .replace(/…\s*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim()

/** Formats a line of code, with its spaces. */
export const code = (text: string): string => typed([...graphemes(text)]).trimEnd()

/** Formats a state, without the glyph of an unknown one, which plain texts keep. */
export const plainState = (text: string): string => plain(text.startsWith(`${glyphs.unknown} `) ? text.slice(2) : text)

/** Joins the texts that are not empty. */
export const sentence = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== "").join(", ")

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "↑": "Up",
    "↓": "Down",
    "←": "Left",
    "→": "Right",
    "⏎": "Enter",
    PgUp: "Page Up",
    PgDn: "Page Down",
    "?": "question mark",
    "!": "exclamation mark",
    "/": "slash",
    ":": "colon",
    ";": "semicolon",
    ".": "dot",
    ",": "comma",
    "%": "percent",
    "@": "at",
    "*": "star",
    "+": "plus",
    "-": "minus",
    "<": "less than",
    ">": "greater than",
    "[": "left bracket",
    "]": "right bracket"
  })
)

const ofCharacter = (character: string) =>
  names.get(character) ?? (/^\p{Lu}$/u.test(character) ? `capital ${character}` : character)

/** Describes a key in words: voices do not distinguish `d` from `D`, and few speak `?`. */
export const keyWords = (shown: string): string => {
  const known = names.get(shown)
  if (known !== undefined) return known
  const [, count = "", key = shown] = /^(\d+)(\D)$/.exec(shown) ?? []
  if (count !== "") return `${count} ${ofCharacter(key)}`
  return shown.length <= 2 && !/^F\d$/.test(shown) ? Array.from(shown, ofCharacter).join(" ") : shown
}

/** Describes several keys. */
export const keysWords = (shown: string): string => shown.split(" ").map(keyWords).join(", ")

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
    // which explains symbols in the text
    code(help ?? "")
  )
}

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

const characterAt = ({ field, isSecret }: Typed): string => {
  const character = field.graphemes[field.cursor]
  if (character === undefined) return "end"
  if (isSecret) return "star"
  return character === " " ? "space" : plain(character) || "symbol"
}

const toEditing = (key: string, typed: Typed) => ({
  key,
  /** The text as echoed. */
  text: textOf(typed),
  cursor: typed.field.cursor,
  /** The character at the cursor, in words. */
  character: characterAt(typed)
})

/** The edited text field. */
export type Editing = ReturnType<typeof toEditing>

/** Returns the edited text field, if any. */
export const editingOf = ({ body, input }: View): Editing | undefined => {
  if (input !== undefined) return toEditing(`${body.name} ${input.label}`, input)
  if (body._tag !== "Form") return undefined
  const at = focusOf(body)
  const typed = body.fields[at]
  return typed && toEditing(`${body.name} ${at} ${typed.label}`, typed)
}
