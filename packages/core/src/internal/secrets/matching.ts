/** A part of a text. */
interface Span {
  readonly start: number
  readonly end: number
}

/** A decoded text, and where each of its characters starts and ends in the original text. */
interface Decoding {
  readonly text: string
  readonly starts?: ReadonlyArray<number>
  readonly ends?: ReadonlyArray<number>
}

const startOf = ({ starts }: Decoding, place: number) => starts?.[place] ?? place
const endOf = ({ ends }: Decoding, place: number) => ends?.[place] ?? place + 1

// named characters of HTML that a password or a token may hold; each name ends with its character
const entities = new Map(
  (
    "quot\" amp& lt< gt> apos' Tab\t NewLine\n excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, period. " +
    "sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` lcub{ " +
    "lbrace{ verbar| vert| VerticalLine| rcub} rbrace} szligß aeligæ AEligÆ oslashø OslashØ sect§ deg° pound£ yen¥ cent¢"
  )
    .split(" ")
    .map((sign) => [sign.slice(0, -1), sign.slice(-1)] as const)
)

const accents: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030A",
  cedil: "\u0327"
}

const namedCharacter = (name: string) => {
  const accent = accents[name.slice(1)]
  return accent === undefined ? entities.get(name) : (name.charAt(0) + accent).normalize("NFC")
}

// HTML by number and by name; URL; JSON and JavaScript; UTF-8 read as Latin-1, which also results from `%`
const encoded =
  /&#[xX]0{0,40}([\da-fA-F]{1,6});?|%(?:[uU]([\da-fA-F]{4})|([\da-fA-F]{2}))|\\(?:[uU]([\da-fA-F]{4})|[uU]\{([\da-fA-F]{1,6})\}|[xX]([\da-fA-F]{2}))|&#0{0,40}(\d{1,7});?|&(\w{2,20});|\\([^\da-zA-Z%&]|[bfnrtv])|([\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})/g

// the same for a text in which a backslash before a sign is a character of its own, as in HTML and URLs
const encodedBesideBackslashes = new RegExp(
  encoded.source.replace(String.raw`|\\([^\da-zA-Z%&]|[bfnrtv])`, "|([])"),
  "g"
)

const mayBeEncoded = /[%\\&\xc2-\xf4]/

const whitespace: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

const character = (code: number) => (code > 0x10ffff ? undefined : String.fromCodePoint(code))

const utf8 = (bytes: string) => {
  const lead = bytes.charCodeAt(0) & (0x7f >> bytes.length)
  return character(Array.from(bytes.slice(1)).reduce((code, byte) => (code << 6) | (byte.charCodeAt(0) & 0x3f), lead))
}

const read = (match: ReadonlyArray<string | undefined>) => {
  const [, html, unit, byte, short, long, tiny, decimal, name, escape, bytes] = match
  const hex = html ?? unit ?? byte ?? short ?? long ?? tiny
  if (hex !== undefined) return character(Number.parseInt(hex, 16))
  if (decimal !== undefined) return character(Number(decimal))
  if (name !== undefined) return namedCharacter(name)
  return escape === undefined ? utf8(bytes ?? "") : (whitespace[escape] ?? escape)
}

/** Removes one encoding; `undefined` if there is none. */
const decode = (encoding: Decoding, signs: RegExp): Decoding | undefined => {
  const { text } = encoding
  if (!mayBeEncoded.test(text)) return undefined
  let decoded = ""
  const starts: Array<number> = []
  const ends: Array<number> = []
  let place = 0
  const copy = (end: number) => {
    decoded += text.slice(place, end)
    for (; place < end; place++) {
      starts.push(startOf(encoding, place))
      ends.push(endOf(encoding, place))
    }
  }
  for (const match of text.matchAll(signs)) {
    const replacement = read(match)
    if (replacement === undefined) continue
    copy(match.index)
    place += match[0].length
    for (let unit = 0; unit < replacement.length; unit++) {
      starts.push(startOf(encoding, match.index))
      ends.push(endOf(encoding, place - 1))
    }
    decoded += replacement
  }
  if (place === 0) return undefined
  copy(text.length)
  return { text: decoded, starts, ends }
}

// JSON in JSON in a URL in a URL, whose percent signs take two steps each
const maxDepth = 9

const decodingsBy = (signs: RegExp, text: string): ReadonlyArray<Decoding> => {
  const found: Array<Decoding> = []
  let next: Decoding | undefined = { text }
  while (next !== undefined && found.length < maxDepth) {
    found.push(next)
    next = decode(next, signs)
  }
  return found
}

/** Returns a text, and the text after each step of decoding. */
const decodings = (text: string): ReadonlyArray<Decoding> => [
  ...(text.includes("\\") ? decodingsBy(encodedBesideBackslashes, text) : []),
  ...decodingsBy(encoded, text)
]

/** Decodes a text completely. */
export const decodeText = (text: string): string => decodings(text).at(-1)?.text ?? text

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
    "cannot category change changed character check choice choose client clock closed code confirm " +
    "confirmation confirmed connection contact content correct count create created creation credential " +
    "current data date deactivate deactivated deactivation default delete deleted denied device disabled does " +
    "domain duplicate e-mail each email empty emulator enabled enterprise entries error event every example " +
    "exist expected expired failed failure favorite fewer field file filter first format found from generic " +
    "gets give group have header here hold host inactive input internal invalid invitation invite invited " +
    "issued issuer item json kept known lacks last later length less like limit line link list location login " +
    "longer made mail malformed many match member message method missing must name need newer next nobody " +
    "none nothing number once only open operation operator order origin other over owner page parameter " +
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

/** What matches: with `parts`, also secrets that are cut off, and most of a secret. */
export interface Matching {
  readonly parts: boolean
}

/** Returns where a pattern, read `from` an offset, ends in a text, and whether it is complete. */
const endAt = (text: string, start: number, pattern: Pattern, from: number, { parts }: Matching) => {
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
  matching: Matching
): Match | undefined => {
  const ending = endAt(text, start, pattern, from, matching)
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

const matchesIn = (decoding: Decoding, patterns: Patterns, matching: Matching): ReadonlyArray<Match> => {
  const text = comparable(decoding.text)
  const matches: Array<Match> = []
  const add = (start: number, pattern: Pattern, from: number) => {
    const match = matchAt(decoding, text, start, pattern, from, matching)
    if (match !== undefined) matches.push(match)
  }
  if (matching.parts && text.length >= minPart)
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
export interface Finding extends Matching {
  readonly patterns: Patterns
  /** E-mail addresses: a part of one is not a secret. */
  readonly keep?: ReadonlyArray<string>
}

/** Finds the secrets in a text, in any encoding, in order. */
export const find = (text: string, { keep = [], parts, patterns }: Finding): ReadonlyArray<Match> => {
  if (patterns.size === 0) return []
  const emails = index(keep.map((email) => ({ secret: email, text: comparable(email), where: "word" })))
  return decodings(text)
    .flatMap((decoding) => {
      const wholes = matchesIn(decoding, emails, { parts: false })
      return matchesIn(decoding, patterns, { parts })
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
