import { graphemes } from "../text/Shown.ts"
import { modified, modifiersOf, ofText } from "./KeyPress.ts"
import type { KeyPress } from "./KeyPress.ts"
import { byCode, typedByCode } from "./keys.ts"

/** Asks the terminal whether it speaks the kitty keyboard protocol; one that does not says nothing. */
export const query = "\u001B[?u"

/** Every key as a sequence, told from its repeats, with the key it is on other layouts and the text it types. */
export const enter = "\u001B[>31u"

export const leave = "\u001B[<u"

const codes = (field: string | undefined): ReadonlyArray<number> =>
  field === undefined || field === "" ? [] : field.split(":").map(Number)

const isPrivate = (code: number) => code >= 0xe000 && code <= 0xf8ff

const isText = (code: number) => code >= 0x20 && code !== 0x7f && code <= 0x10ffff && !isPrivate(code)

const typed = (code: number, shifted: number | undefined, isShifted: boolean): string => {
  const known = typedByCode[code]
  if (known !== undefined) return known
  if (!isText(code)) return ""
  if (!isShifted) return String.fromCodePoint(code)
  return shifted !== undefined && isText(shifted)
    ? String.fromCodePoint(shifted)
    : String.fromCodePoint(code).toUpperCase()
}

const keysOf = (fields: ReadonlyArray<string>, modifierNumber: number): ReadonlyArray<KeyPress> => {
  const [code = 0, shifted, onLatinLayout] = codes(fields[0])
  const modifiers = modifiersOf(modifierNumber)
  const name = byCode[code]
  if (name !== undefined) return [modified(name, modifiers)]
  if (modifiers.ctrl || modifiers.alt || modifiers.super) {
    const letter = code < 0x80 ? code : (onLatinLayout ?? code)
    const character = letter === 0x20 ? "space" : typed(letter, undefined, false)
    return character === "" ? [] : [modified(character, modifiers)]
  }
  const text = codes(fields[2]).filter(isText)
  return text.length > 0
    ? Array.from(graphemes(String.fromCodePoint(...text)), ofText)
    : [typed(code, shifted, modifiers.shift)].filter((each) => each !== "").map(ofText)
}

/** Modifiers and what happened to the key, from a field such as `5:2`: 1 is a press, 2 a repeat, 3 a release. */
export const eventOf = (field: string | undefined) => {
  const [modifiers = 1, event] = codes(field)
  return { modifiers, event }
}

/** The keys in `ESC [ … u`: none for a release, or for a key that is a modifier itself. */
export const keysIn = (parameters: string): ReadonlyArray<KeyPress> => {
  const fields = parameters.split(";")
  const { event = 1, modifiers } = eventOf(fields[1])
  return event === 3 ? [] : keysOf(fields, modifiers).map((key) => ({ ...key, isRepeat: event === 2 }))
}
