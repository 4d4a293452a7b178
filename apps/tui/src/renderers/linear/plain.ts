import { isUnsafe } from "@remote-assist/cli/Terminal"

import { mask } from "../../actions/Report.ts"
import { graphemes, unsafeMark } from "../../text/Shown.ts"
import { glyphs } from "../../theme.ts"

/** Stand beside words that say the same. */
const besides = [...new Set(Object.values(glyphs)), "★", "·"].filter((glyph) => glyph !== glyphs.unknown).join("")

const alone = new RegExp(`(?<=^|\\s)[${besides}](?=\\s|$)`, "gu")

/** Lines, blocks, shapes and the dots of braille: noise to hear, and what a braille line takes for letters. */
const drawn = /[\u2500-\u25FF\u2800-\u28FF]/g

const emoji = /^\p{RGI_Emoji}$/v

const ofGrapheme = (grapheme: string) => {
  // what joins an emoji is not said, and hides nothing
  const mark = emoji.test(grapheme) ? "" : unsafeMark
  return Array.from(grapheme, (character) => (isUnsafe(character) ? mark : character))
    .join("")
    .replaceAll(drawn, unsafeMark)
}

/** Characters under edit as they are said. */
export const typed = (characters: ReadonlyArray<string>): string => characters.map(ofGrapheme).join("")

/** A text in plain words, on one line: without glyphs that stand beside words, and nothing in it moves or hides. */
export const plain = (text: string): string =>
  typed([...graphemes(text.replaceAll(/\s+/g, " ").replaceAll(alone, " ").replaceAll(mask, "hidden"))])
    .replaceAll(new RegExp(`${unsafeMark}+`, "g"), unsafeMark)
    .replace(/…\s*$/, "")
    .replaceAll(/\s+/g, " ")
    .trim()

/** A line of code, of which the spaces count. */
export const code = (text: string): string => typed([...graphemes(text)]).trimEnd()

/** A state: the glyph of an unknown one is a letter elsewhere. */
export const plainState = (text: string): string => plain(text.startsWith(`${glyphs.unknown} `) ? text.slice(2) : text)

/** What there is of some texts, as one sentence. */
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

/** A key as it is shown, in words: no voice tells `d` from `D`, and few say `?`. */
export const keyWords = (shown: string): string => {
  const known = names.get(shown)
  if (known !== undefined) return known
  const [, count = "", key = shown] = /^(\d+)(\D)$/.exec(shown) ?? []
  if (count !== "") return `${count} ${ofCharacter(key)}`
  return shown.length <= 2 && !/^F\d$/.test(shown) ? Array.from(shown, ofCharacter).join(" ") : shown
}

/** Keys as they are shown beside each other. */
export const keysWords = (shown: string): string => shown.split(" ").map(keyWords).join(", ")
