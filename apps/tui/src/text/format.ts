import { isUnsafe } from "@remote-assist/cli/Terminal"
import stringWidth from "string-width"
import wrapAnsi from "wrap-ansi"
import type { Options } from "wrap-ansi"

/** Formats numbers with separators: `12,345`. */
export const numberFormat = new Intl.NumberFormat("en-US")

/** Returns the longest text with which all of some texts start. */
export const commonStart = (texts: ReadonlyArray<string>): string => {
  const [first = ""] = texts
  let length = first.length
  while (!texts.every((text) => text.startsWith(first.slice(0, length)))) length--
  return first.slice(0, length)
}

/** Formats the time of day. */
export const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" })

/** Formats a time in milliseconds as ISO 8601, or returns `undefined` if it is beyond the range of dates. */
export const toIso = (milliseconds: number | undefined): string | undefined =>
  milliseconds !== undefined && Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined

/** Formats a time to the minute, in UTC; empty if there is none. */
export const formatMinute = (milliseconds: number | undefined): string =>
  (toIso(milliseconds) ?? "").slice(0, 16).replace("T", " ")

/** Formats a time to the second, with its time zone; empty if there is none. */
export const formatSecond = (milliseconds: number | undefined): string => {
  const iso = toIso(milliseconds)
  return iso === undefined ? "" : `${iso.slice(0, 19).replace("T", " ")} UTC`
}

const units = [
  ["days", 86_400_000, 2],
  ["h", 3_600_000, 1],
  ["min", 60_000, 1],
  ["s", 1000, 0]
] as const

/** Formats a duration in its largest unit: `14 min`, `3 days`. */
export const formatDuration = (milliseconds: number): string => {
  const [name, size] = units.find(([, size, min]) => milliseconds >= size * min) ?? units[3]
  return `${Math.floor(milliseconds / size)} ${name}`
}

/** Formats a length in seconds as `12:34` or `1:02:03`. */
export const formatLength = (seconds: number | undefined): string => {
  if (seconds === undefined || seconds < 0) return ""
  const total = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60]
  const two = (part: number) => String(part).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

type Value = string | number | null | undefined

export const toNumber = (value: Value): number | undefined => {
  const number = value === null || value === undefined || String(value).trim() === "" ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Smaller times are in seconds (until the year 5138), others in milliseconds. */
const maxSeconds = 1e11

/** Converts a time of a call, a number or a text in seconds or milliseconds, to milliseconds. */
export const toMillis = (value: Value): number | undefined => {
  const number = toNumber(value)
  const millis = number !== undefined && Math.abs(number) < maxSeconds ? number * 1000 : number
  return toIso(millis) === undefined ? undefined : millis
}

const segmenter = new Intl.Segmenter()

/** Yields the user-perceived characters of a text lazily. */
export function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** Whether a character is a grapheme of its own in any context. */
const standsAlone = (character: string): boolean => [...graphemes(` ${character} `)].length === 3

/** Caches the results of a function for up to `size` texts. */
export const memoize = <A>(size: number, compute: (text: string) => A): ((text: string) => A) => {
  const cache = new Map<string, A>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    if (cache.size >= size) cache.clear()
    const value = compute(text)
    cache.set(text, value)
    return value
  }
}

/**
 * Marks that every terminal draws over the preceding letter: those of living scripts in Unicode 5, whose tables some
 * terminals still use. Later marks take a cell of their own there.
 */
const marks =
  /^[\u0300-\u034E\u0350-\u036F\u0483-\u0486\u0591-\u05BD\u05BF\u05C1-\u05C2\u05C4-\u05C5\u05C7\u0610-\u0615\u064B-\u065E\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7-\u06E8\u06EA-\u06ED\u0711\u0730-\u074A\u07A6-\u07B0\u07EB-\u07F3\u0901-\u0902\u093C\u0941-\u0948\u094D\u0951-\u0954\u0962-\u0963\u0981\u09BC\u09C1-\u09C4\u09CD\u09E2-\u09E3\u0A01-\u0A02\u0A3C\u0A41-\u0A42\u0A47-\u0A48\u0A4B-\u0A4D\u0A70-\u0A71\u0A81-\u0A82\u0ABC\u0AC1-\u0AC5\u0AC7-\u0AC8\u0ACD\u0AE2-\u0AE3\u0B01\u0B3C\u0B3F\u0B41-\u0B43\u0B4D\u0B56\u0B82\u0BC0\u0BCD\u0C3E-\u0C40\u0C46-\u0C48\u0C4A-\u0C4D\u0C55-\u0C56\u0CBC\u0CBF\u0CC6\u0CCC-\u0CCD\u0CE2-\u0CE3\u0D41-\u0D43\u0D4D\u0DCA\u0DD2-\u0DD4\u0DD6\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EB9\u0EBB-\u0EBC\u0EC8-\u0ECD]{0,3}/u

/** A grapheme as drawn, never cut in two. */
interface Shown {
  readonly text: string
  /** In cells, the same in every terminal. */
  readonly width: number
}

/** Replaces characters that must not reach the terminal: controls, direction marks, invisible ones. */
export const unsafeMark = "\uFFFD"

/** Replaces graphemes, or parts of them, that terminals draw at different widths, such as emoji. */
const doubtfulMark = "□"

/** Characters that were two cells wide in Unicode 5, whose tables some terminals still use. It had no emoji. */
const wideSinceEver =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u2FFB\u3000-\u303E\u3040-\u31BA\u31C0-\u31E3\u31F0-\u3247\u3250-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}]$/u

/** Characters of one cell by their width, but none or two in some terminals. */
const disputed = /^[\u06DE\u1161-\u11FF\u3248-\u324F\u{1F93B}\u{1F946}\p{Regional_Indicator}\p{M}]$/u

/** Returns the width of a character, or 0 if terminals disagree. */
const agreedWidth = (character: string): number => {
  const width = stringWidth(character)
  const agreed = width === (wideSinceEver.test(character) ? 2 : 1) && !disputed.test(character)
  return agreed && standsAlone(character) ? width : 0
}

const emojiSequence = /^\p{RGI_Emoji}$/v

/** Suffix that turns a character of one cell into an emoji; the character is shown without it. */
const turnsToEmoji = /^\uFE0F?\u20E3?$/

/** A variation selector after a character with an emoji form: the plain form is shown. */
const selector = /^[\uFE0E\uFE0F]/

const isEmoji = /^\p{Emoji}/u

const rest = (character: string): string => (isUnsafe(character) ? unsafeMark : doubtfulMark)

const fromGrapheme = memoize(4096, (grapheme: string): Shown => {
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

/** Returns typed graphemes as drawn. */
export const fromGraphemes = (typed: ReadonlyArray<string>): ReadonlyArray<Shown> => typed.map(fromGrapheme)

function* fromText(text: string): Generator<Shown> {
  for (const grapheme of graphemes(text)) yield fromGrapheme(grapheme)
}

// most texts: characters of one cell each that need no replacement
const plain =
  /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0410-\u044F\u2010-\u2027\u203A\u2190-\u2193\u23CE\u2500-\u257F\u258C\u258F\u2590\u25B8\u25A1\u25CB-\u25CF\u25F7\u2605\u26A0\u2713\u2717\u276F]*$/

const ellipsis = "…"

/** Replaces characters that move the cursor, are invisible or change the direction of text. */
export const printable = (text: string): string =>
  plain.test(text) ? text : Array.from(fromText(text), (shown) => shown.text).join("")

/** Returns how many cells a text takes. */
export const widthOf = (text: string): number => {
  if (plain.test(text)) return text.length
  let width = 0
  for (const shown of fromText(text)) width += shown.width
  return width
}

/** Cuts a text between graphemes to a display width, with `…` at the end. */
export const cut = (text: string, width: number): string => {
  if (width <= 0) return ""
  if (plain.test(text)) return text.length <= width ? text : text.slice(0, width - 1) + ellipsis
  let shown = ""
  let beforeEllipsis = ""
  let used = 0
  for (const next of fromText(text)) {
    used += next.width
    if (used > width) return beforeEllipsis + ellipsis
    shown += next.text
    if (used < width) beforeEllipsis = shown
  }
  return shown
}

/** Cuts or pads a text to exactly a display width. */
export const fit = (text: string, width: number, align: "left" | "right" = "left"): string => {
  const shown = cut(text, width)
  const room = " ".repeat(Math.max(0, width - widthOf(shown)))
  return align === "left" ? shown + room : room + shown
}

const breakLines = (text: string, width: number, options: Options): ReadonlyArray<string> => {
  if (text.length <= width && plain.test(text)) return [text]
  const lines = wrapAnsi(printable(text), Math.max(1, width), { ...options, hard: true }).split("\n")
  // cuts characters that are wider than a line
  return lines.map((line) => cut(line, width))
}

/** Breaks a text into lines of at most a display width, between words if possible. */
export const wrap = (text: string, width: number): ReadonlyArray<string> =>
  breakLines(text.replaceAll(/\r\n?|[\n\t]/g, " "), width, {})

/** Breaks a text into lines of a display width at any character, and keeps its spaces. */
export const wrapCode = (text: string, width: number): ReadonlyArray<string> =>
  breakLines(text, width, { wordWrap: false, trim: false })
