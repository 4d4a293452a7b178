import { isUnsafe } from "@remote-assist/cli/Terminal"

import { mask } from "../../actions/Report.ts"
import { graphemes, unsafeMark } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"

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

/** Formats edited characters for speech. */
export const typed = (characters: ReadonlyArray<string>): string => characters.map(ofGrapheme).join("")

/** Formats a text as plain words on one line, without redundant glyphs and control characters. */
export const plain = (text: string): string =>
  typed([...graphemes(text.replaceAll(/\s+/g, " ").replaceAll(alone, " ").replaceAll(mask, "hidden"))])
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
