import { decodings, endOf, startOf, whitespace } from "./decoding.ts"
import type { Decoding } from "./decoding.ts"

/** A part of a text. */
interface Span {
  readonly start: number
  readonly end: number
}

const lower = (text: string) => {
  const lowered = text.toLowerCase()
  return lowered.length === text.length
    ? lowered
    : Array.from({ length: text.length }, (_, at) => text.charAt(at).toLowerCase().slice(0, 1)).join("")
}

const letters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(whitespace).map(([letter, sign]) => [sign, letter])
)

// ignores letter case, plus signs for spaces in forms, and needless backslashes; keeps the length
const comparable = (text: string) =>
  lower(text)
    .replaceAll("+", " ")
    .replaceAll(/[\b\f\n\r\t\v]/g, (sign) => letters[sign] ?? sign)

/** A search pattern of a secret. */
export interface Pattern {
  readonly secret: string
  readonly text: string
  /** Where it matches: `anywhere`; as a whole `word` or `value`; or `within` base64 or hexadecimal, which then matches whole. */
  readonly where: "anywhere" | "word" | "value" | "within"
}

const minPart = 6
const minWord = 4

/** Returns a secret in hexadecimal, and in base64: its own characters at each of the three offsets. */
const binaries = (secret: string): ReadonlyArray<string> => {
  const bytes = new TextEncoder().encode(secret)
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  const base64 = [0, 1, 2].flatMap((offset) => {
    const shifted = "\0".repeat(offset) + binary
    const own = btoa(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6))
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")]
  })
  return [...base64, Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")]
}

/** Returns the search patterns of a secret: below six characters it matches only as a word, below four only as a value. */
export const patternsOf = (secret: string): ReadonlyArray<Pattern> => {
  const texts = new Set(decodings(secret).map(({ text }) => comparable(text)))
  const patterns = Array.from(texts, (text): Pattern => ({
    secret,
    text,
    where: text.length < minWord ? "value" : text.length < minPart ? "word" : "anywhere"
  }))
  if (secret.length < minPart) return patterns
  const within = new Set(binaries(secret).map(comparable))
  return [...patterns, ...Array.from(within, (text): Pattern => ({ secret, text, where: "within" }))]
}

/** Patterns by first character. */
export type Patterns = ReadonlyMap<string, ReadonlyArray<Pattern>>

const index = (patterns: Iterable<Pattern>): Patterns => {
  const byFirst = new Map<string, Array<Pattern>>()
  for (const pattern of patterns) {
    const first = pattern.text.charAt(0)
    const others = byFirst.get(first)
    if (first === "") continue
    if (others === undefined) byFirst.set(first, [pattern])
    else others.push(pattern)
  }
  return byFirst
}

/** Returns the patterns of several secrets. */
export const patterns = (secrets: Iterable<string>, of = patternsOf): Patterns =>
  index([...new Set(secrets)].flatMap((secret) => of(secret)))

// common words of services: if one is in an answer, it need not be a password that is the same word
const commonWords = new Set(
  (
    "about access account action active added address administrator after again alias allowed already another " +
    "answer api-key audience authentication authorization authorized back base been before blank body call " +
    "cannot category change changed character check choice choose client clock closed code column confirm " +
    "confirmation confirmed connection contact content correct count create created creation credential " +
    "current data date deactivate deactivated deactivation default delete deleted denied device disabled does " +
    "domain duplicate e-mail each email empty emulator enabled enterprise entries error event every example " +
    "exist expected expired failed failure favorite fewer field file filter first format found from generic " +
    "gets give group have header here hold host inactive input internal invalid invitation invite invited " +
    "issued issuer item json kept known lacks last later length less like limit line link list location login " +
    "longer made mail malformed many match member message method missing must name need newer next nobody " +
    "none nothing number object once only open operation operator order origin other outbox over owner page parameter " +
    "partner password path permission permitted person personal pods possible present private provided public " +
    "query rate reactivate read reason record recording refresh region register registered removed replaced " +
    "request required resource role room secret send sent server service session shorter sign signature " +
    "signed site start started state status such support system taken text than that their them then there " +
    "these they thing this time title token twice type unconfirmed unexpected unknown update used user " +
    "username valid value want were what when which will with within without work workbox wrong your yourself"
  ).split(" ")
)

const maxWord = 20

const isCommonWord = (text: string, { end, start }: Span) => {
  const letter = /[a-z]/i
  let first = start
  let last = end
  while (last - first <= maxWord && letter.test(text[first - 1] ?? "")) first -= 1
  while (last - first <= maxWord && letter.test(text[last] ?? "")) last += 1
  const word = text.slice(first, last).toLowerCase()
  return commonWords.has(word) || commonWords.has(word.replace(/s$/, ""))
}

const inWord = /[\p{L}\p{N}_]/u

const isWord = (text: string, { end, start }: Span) =>
  !inWord.test(text[start - 1] ?? "") && !inWord.test(text[end] ?? "")

const isValue = (text: string, { end, start }: Span) =>
  /(?:^|["'=:>]) *$/.test(text.slice(Math.max(0, start - 9), start)) && /^(?:$|["'&<;,}])/.test(text.slice(end))

const isName = (text: string, { end }: Span) => /^["']? *:/.test(text.slice(end, end + 9))

const withinBase64 = (text: string, { end, start }: Span): Span => {
  let first = start
  while (/[\w+/-]/.test(text[first - 1] ?? "")) first -= 1
  let last = end
  while (/[\w+/=-]/.test(text[last] ?? "")) last += 1
  return { start: first, end: last }
}

const cut =
  /(?:%[\da-f]?|%u[\da-f]{0,3}|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&(?:#x?[\da-f]{0,12}|\w{0,20}))?(?=$|…|\.\.\.)/iy

/** Returns where a text is cut off, at this place or inside the encoded character that starts here. */
const cutAt = (text: string, place: number): number | undefined => {
  cut.lastIndex = place
  const match = cut.exec(text)
  return match === null ? undefined : place + match[0].length
}

const commonLength = (text: string, start: number, pattern: string, from: number) => {
  let length = 0
  while (from + length < pattern.length && text.charCodeAt(start + length) === pattern.charCodeAt(from + length))
    length += 1
  return length
}

/** Number of characters of a secret that reveal it, even if other text follows. */
const minReveal = ({ length }: string) => Math.max(8, length / 2)

/** Returns where a pattern, read `from` an offset, ends in a text, and whether it is complete. */
const endAt = (text: string, start: number, pattern: Pattern, from: number, parts: boolean) => {
  const length = commonLength(text, start, pattern.text, from)
  const end = start + length
  if (from + length === pattern.text.length) return { end, isWhole: true }
  if (!parts || length < minPart) return undefined
  const ending = cutAt(text, end)
  if (ending !== undefined) return { end: ending, isWhole: true }
  return length >= minReveal(pattern.text) ? { end, isWhole: false } : undefined
}

/** An occurrence of a secret. */
export interface Match extends Span {
  readonly secret: string
}

const matchAt = (
  decoding: Decoding,
  text: string,
  start: number,
  pattern: Pattern,
  from: number,
  parts: boolean
): Match | undefined => {
  const ending = endAt(text, start, pattern, from, parts)
  if (ending === undefined) return undefined
  const { secret, where } = pattern
  const span = { start, end: ending.end }
  if (where === "within") return { ...withinBase64(decoding.text, span), secret }
  if (where === "word" && !isWord(decoding.text, span)) return undefined
  if (where === "value" && !isValue(decoding.text, span)) return undefined
  const isCommon =
    isCommonWord(decoding.text, span) &&
    (!ending.isWhole || !isValue(decoding.text, span) || isName(decoding.text, span))
  return isCommon ? undefined : { ...span, secret }
}

const none: ReadonlyArray<Pattern> = []

const matchesIn = (decoding: Decoding, patterns: Patterns, parts: boolean): ReadonlyArray<Match> => {
  const text = comparable(decoding.text)
  const matches: Array<Match> = []
  const add = (start: number, pattern: Pattern, from: number) => {
    const match = matchAt(decoding, text, start, pattern, from, parts)
    if (match !== undefined) matches.push(match)
  }
  if (parts && text.length >= minPart)
    // the end of a secret whose beginning was cut off
    for (const pattern of [...patterns.values()].flat()) {
      const first = text.slice(0, minPart)
      if (pattern.where !== "anywhere") continue
      for (let from = pattern.text.indexOf(first, 1); from > 0; from = pattern.text.indexOf(first, from + 1))
        add(0, pattern, from)
    }
  for (let start = 0; start < text.length; start++)
    for (const pattern of patterns.get(text.charAt(start)) ?? none)
      if (text.startsWith(pattern.text.slice(0, minPart), start)) add(start, pattern, 0)
  return matches
}

const isPartOf = (part: Span, whole: Span) =>
  part.start >= whole.start && part.end <= whole.end && part.end - part.start < whole.end - whole.start

/** The options of a search. */
export interface Finding {
  readonly patterns: Patterns
  /** Whether secrets that are cut off, and most of a secret, match too. */
  readonly parts: boolean
  /** E-mail addresses: a part of one is not a secret. */
  readonly keep?: ReadonlyArray<string>
}

/** Finds the secrets in a text, in any encoding, in order. */
export const find = (text: string, { keep = [], parts, patterns }: Finding): ReadonlyArray<Match> => {
  if (patterns.size === 0) return []
  const emails = index(keep.map((email) => ({ secret: email, text: comparable(email), where: "word" })))
  return decodings(text)
    .flatMap((decoding) => {
      const wholes = matchesIn(decoding, emails, false)
      return matchesIn(decoding, patterns, parts)
        .filter((match) => !wholes.some((whole) => isPartOf(match, whole)))
        .map(({ end, secret, start }): Match => ({
          start: startOf(decoding, start),
          end: endOf(decoding, end - 1),
          secret
        }))
    })
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
}

/** Replaces the secrets in a text. */
export const replace = (text: string, matches: ReadonlyArray<Match>, write: (secret: string) => string): string => {
  let written = ""
  let end = 0
  for (const match of matches) {
    if (match.end <= end) continue
    if (match.start > end || end === 0) written += text.slice(end, match.start) + write(match.secret)
    end = match.end
  }
  return written + text.slice(end)
}
