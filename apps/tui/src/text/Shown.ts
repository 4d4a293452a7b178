import { isUnsafe } from "@remote-assist/cli/Terminal"
import stringWidth from "string-width"

import { graphemes, standsAlone } from "./graphemes.ts"
import { marks } from "./marks.ts"
import * as Memo from "./Memo.ts"

/** A grapheme as it is drawn, which is never cut in two. */
export interface Shown {
  readonly text: string
  /** In cells: the same in every terminal. */
  readonly width: number
}

/** Stands for a character that must not reach the terminal: a control, a direction mark, an invisible one. */
export const unsafeMark = "\uFFFD"

/** Stands for what terminals draw at different widths, such as an emoji, or what of it they do. */
export const doubtfulMark = "□"

/** Two cells wide already in Unicode 5, whose tables some terminals still go by; that had none of today's emoji. */
const wideSinceEver =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u2FFB\u3000-\u303E\u3040-\u31BA\u31C0-\u31E3\u31F0-\u3247\u3250-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}]$/u

/** One cell by its width, and none or two for some terminal. */
const disputed = /^[\u06DE\u1161-\u11FF\u3248-\u324F\u{1F93B}\u{1F946}\p{Regional_Indicator}\p{M}]$/u

/** The width of a single character that all agree on, and 0 where they do not. */
const agreedWidth = (character: string): number => {
  const width = stringWidth(character)
  const agreed = width === (wideSinceEver.test(character) ? 2 : 1) && !disputed.test(character)
  return agreed && standsAlone(character) ? width : 0
}

const emojiSequence = /^\p{RGI_Emoji}$/v

/** What makes an emoji of a character that is one cell wide by itself, which is then shown plain. */
const turnsToEmoji = /^\uFE0F?\u20E3?$/

/** A variation selector, after a character that has another form as an emoji: the plain form is shown. */
const selector = /^[\uFE0E\uFE0F]/

const isEmoji = /^\p{Emoji}/u

const rest = (character: string): string => (isUnsafe(character) ? unsafeMark : doubtfulMark)

const ofGrapheme = Memo.make(4096, (grapheme: string): Shown => {
  const composed = grapheme.normalize("NFC")
  const [base = ""] = composed
  const width = isUnsafe(base) ? 0 : agreedWidth(base)
  if (composed === base && width > 0) return { text: base, width }
  const after = composed.slice(base.length)
  if (emojiSequence.test(composed) && (width === 0 || !turnsToEmoji.test(after)))
    return { text: doubtfulMark, width: 1 }
  const [over = ""] = width === 0 ? [] : (marks.exec(after) ?? [])
  const unselected = isEmoji.test(base) ? after.replace(selector, "") : after
  const left = Array.from(unselected.slice(over.length), rest).join("").replace(/□+/g, doubtfulMark)
  const first = width > 0 ? base + over : rest(base)
  return { text: first + left, width: Math.max(1, width) + left.length }
})

/** Shows graphemes that are typed, each by itself. */
export const ofGraphemes = (typed: ReadonlyArray<string>): ReadonlyArray<Shown> => typed.map(ofGrapheme)

const ofText = Memo.make(2048, (text) => Array.from(graphemes(text), ofGrapheme))

const longest = 256

function* ofLongText(text: string): Generator<Shown> {
  for (const grapheme of graphemes(text)) yield ofGrapheme(grapheme)
}

/** The graphemes of a text as they are drawn; a long text is looked at as far as it is read. */
export const of = (text: string): Iterable<Shown> => (text.length > longest ? ofLongText(text) : ofText(text))
