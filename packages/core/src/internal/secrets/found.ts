import type { Span } from "./layers.ts"
import type { Needle, Needles } from "./needles.ts"
import { least } from "./needles.ts"
import { isOwnWord } from "./ownWords.ts"
import { cutAt, readingsAt } from "./readings.ts"

// stands for a character that was not understood
const replaced = "\uFFFD"

// can be read in one way only, and cuts nothing off
const isPlain = (code: number) =>
  code < 0x80 && code !== 0x25 && code !== 0x26 && code !== 0x2b && code !== 0x2e && code !== 0x5c

// a run of backslashes can be read in as many ways as it is long: of these, the shortest and the longest do
const outermost = (places: ReadonlySet<number>): ReadonlyArray<number> =>
  places.size <= 8 ? [...places] : [...places].filter((_, index) => index < 4 || index >= places.size - 4)

const plainLength = (text: string, place: number, needle: string, from: number) => {
  let index = from
  let at = place
  while (index < needle.length && text.charCodeAt(at) === needle.charCodeAt(index) && isPlain(text.charCodeAt(at))) {
    index += 1
    at += 1
  }
  return index - from
}

/** How much of a needle gives it away where something else follows. */
const enough = ({ length }: string) => Math.max(8, length / 2)

/**
 * Where a needle ends that begins at a place of a text, whichever of its characters are encoded; or where the text is
 * cut off in the middle of it, or goes on otherwise behind most of it. `from` skips the beginning of the needle.
 */
const endOf = (text: string, start: number, needle: string, from: number): number | undefined => {
  let places: ReadonlyArray<number> = [start]
  // of a character of two units
  let pending: ReadonlyArray<number> = []
  let cut: number | undefined
  for (let index = from; ; index++) {
    const only = places.length === 1 && pending.length === 0 ? places[0] : undefined
    if (only !== undefined) {
      const plain = plainLength(text, only, needle, index)
      index += plain
      places = [only + plain]
      if (index < needle.length && isPlain(text.charCodeAt(only + plain)))
        return cut ?? (index - from >= enough(needle) ? only + plain : undefined)
    }
    if (index >= needle.length) return places.length === 0 ? cut : Math.max(...places)
    const unit = needle[index]
    const next = new Set(pending)
    const later = new Set<number>()
    for (const place of places) {
      if (index - from >= least) cut = cutAt(text, place) ?? cut
      const raw = text[place]
      if (raw === unit) next.add(place + 1)
      else if (raw === replaced && unit !== undefined && unit > "\x7f") {
        next.add(place + 1)
        later.add(place + 1)
      }
      for (const { end, stands } of readingsAt(text, place)) {
        if (stands === unit) next.add(end)
        else if (stands.length === 2 && stands[0] === unit && stands[1] === needle[index + 1]) later.add(end)
      }
    }
    if (next.size === 0 && later.size === 0)
      return cut ?? (index - from >= enough(needle) ? Math.max(...places) : undefined)
    places = outermost(next)
    pending = outermost(later)
  }
}

const inWord = /[\p{L}\p{N}_]/u
const beforeValue = /["'=:>]/
const afterValue = /["'&<;,}]/
const inBase64 = /[\w+/-]/
const endsBase64 = /[\w+/=-]/

const isWord = (text: string, start: number, end: number) =>
  !inWord.test(text[start - 1] ?? "") && !inWord.test(text[end] ?? "")

const isValue = (text: string, start: number, end: number) => {
  let before = start - 1
  while (before >= 0 && text[before] === " ") before -= 1
  const opened = before < 0 || beforeValue.test(text[before] ?? "")
  return opened && (end >= text.length || afterValue.test(text[end] ?? ""))
}

const reach = (text: string, start: number, end: number, before: number): Span => {
  let first = start
  while (first > before && inBase64.test(text[first - 1] ?? "")) first -= 1
  let last = end
  while (last < text.length && endsBase64.test(text[last] ?? "")) last += 1
  return { start: first, end: last }
}

const letter = /[a-z]/i
const longestWord = 20
const endsName = /^["']? *:/

/** The word that a part of a text is in, or is; nothing where that is longer than a word. */
const wordAround = (text: string, { end, start }: Span): string => {
  let first = start
  let last = end
  while (last - first <= longestWord && letter.test(text[first - 1] ?? "")) first -= 1
  while (last - first <= longestWord && letter.test(text[last] ?? "")) last += 1
  return last - first > longestWord ? "" : text.slice(first, last)
}

/**
 * Whether a part of a text that a needle was found in is, or is in, a word that services say themselves, and not the
 * value that they were sent: a password may be such a word, or begin or end with one.
 */
const isSaid = (text: string, span: Span, needle: Needle): boolean => {
  const { end, start } = span
  if (!isOwnWord(wordAround(text, span))) return false
  const isWhole = end - start === needle.text.length || cutAt(text, end) !== undefined
  return !isWhole || !isValue(text, start, end) || endsName.test(text.slice(end, end + 9))
}

const spanOf = (text: string, start: number, needle: Needle, before: number): Span | undefined => {
  const end = endOf(text, start, needle.text, 0)
  if (end === undefined) return undefined
  if (needle.as === "coded") return end > before ? reach(text, start, end, before) : undefined
  const fits = needle.as === "anywhere" || (needle.as === "word" ? isWord(text, start, end) : isValue(text, start, end))
  return fits && !isSaid(text, { start, end }, needle) ? { start, end } : undefined
}

/** Where a needle ends whose beginning is not in the text any more, of which the rest begins with a character. */
const restOf = (text: string, needle: Needle, first: string): number | undefined => {
  const { text: sought } = needle
  const last = sought.length - least
  for (let from = sought.indexOf(first, 1); from > 0 && from <= last; from = sought.indexOf(first, from + 1)) {
    const end = endOf(text, 0, sought, from)
    if (end !== undefined && !isSaid(text, { start: 0, end }, needle)) return end
  }
  return undefined
}

/** The end of a secret whose beginning is not in the text any more. */
const remnant = (text: string, needles: Needles): Span | undefined => {
  const firsts = new Set([text.charAt(0), ...readingsAt(text, 0).map(({ stands }) => stands.charAt(0))])
  firsts.delete("")
  for (const [, alike] of needles) {
    for (const needle of alike) {
      if (needle.as !== "anywhere") continue
      const ends = Array.from(firsts, (first) => restOf(text, needle, first) ?? 0)
      const end = Math.max(0, ...ends)
      if (end > 0) return { start: 0, end }
    }
  }
  return undefined
}

const none: ReadonlyArray<Needle> = []

/** The parts of a text that are needles, from left to right; they may overlap. */
export const find = (text: string, needles: Needles): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  let before = 0
  const seek = (start: number, first: string) => {
    for (const needle of needles.get(first) ?? none) {
      const span = spanOf(text, start, needle, before)
      if (span === undefined) continue
      spans.push(span)
      before = Math.max(before, span.end)
    }
  }
  const left = remnant(text, needles)
  if (left !== undefined) spans.push(left)
  for (let start = 0; start < text.length; start++) {
    seek(start, text.charAt(start))
    for (const { stands } of readingsAt(text, start)) seek(start, stands.charAt(0))
  }
  return spans
}
