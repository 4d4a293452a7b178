import { isUnsafe } from "@remote-assist/cli/Terminal"

import { hidden } from "../../actions/Report.ts"
import { graphemes } from "../../text/graphemes.ts"
import { unsafeMark } from "../../text/Shown.ts"
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
  typed([...graphemes(text.replaceAll(/\s+/g, " ").replaceAll(alone, " ").replaceAll(hidden, "hidden"))])
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
