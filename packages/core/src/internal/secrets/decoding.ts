/** A decoded text, and where each of its characters starts and ends in the original text. */
export interface Decoding {
  readonly text: string
  readonly starts?: ReadonlyArray<number>
  readonly ends?: ReadonlyArray<number>
}

export const startOf = ({ starts }: Decoding, place: number) => starts?.[place] ?? place
export const endOf = ({ ends }: Decoding, place: number) => ends?.[place] ?? place + 1

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

export const whitespace: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

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
export const decodings = (text: string): ReadonlyArray<Decoding> => [
  ...(text.includes("\\") ? decodingsBy(encodedBesideBackslashes, text) : []),
  ...decodingsBy(encoded, text)
]

/** Decodes a text completely. */
export const decodeText = (text: string): string => decodings(text).at(-1)?.text ?? text
