import { codeOf } from "./entities.ts"

/** What a place in a text may stand for, beside itself, and where the text goes on. */
export interface Reading {
  readonly stands: string
  readonly end: number
}

const none: ReadonlyArray<Reading> = []

const whitespace: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }

const escape = /\\(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([^\da-z]|[bfnrtv]))/iy
const entity = /&(?:#x0{0,40}([\da-f]{1,6});?|#0{0,40}(\d{1,7});?|(\w{2,20});)/iy
const percent = /%(?:u([\da-f]{4})|([\da-f]{2}))/iy

const at = (pattern: RegExp, text: string, place: number) => {
  pattern.lastIndex = place
  return pattern.exec(text)
}

const one = (code: number, end: number): ReadonlyArray<Reading> =>
  code > 0x10ffff ? none : [{ stands: String.fromCodePoint(code), end }]

const hex = (digits: string) => Number.parseInt(digits, 16)

const escaped = (text: string, place: number) => {
  const found = at(escape, text, place)
  if (found === null) return none
  const [whole, unit, point, byte, letter = ""] = found
  const code = unit ?? point ?? byte
  const end = place + whole.length
  return code === undefined ? [{ stands: whitespace[letter] ?? letter, end }] : one(hex(code), end)
}

const named = (text: string, place: number) => {
  const found = at(entity, text, place)
  if (found === null) return none
  const [whole, inHex, decimal, name = ""] = found
  const code = inHex === undefined ? (decimal === undefined ? codeOf(name) : Number(decimal)) : hex(inHex)
  return code === undefined ? none : one(code, place + whole.length)
}

const percentByte = (text: string, place: number) => {
  const digits = at(percent, text, place)?.[2]
  return digits === undefined ? undefined : hex(digits)
}

const rawByte = (text: string, place: number) => text.charCodeAt(place)

/** A character as its bytes in UTF-8, of which each takes up so much of the text. */
const utf8 = (
  byteAt: (text: string, place: number) => number | undefined,
  width: number,
  text: string,
  place: number,
  lead: number
): ReadonlyArray<Reading> => {
  const more = lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0
  if (more === 0) return none
  let code = lead & (0x3f >> more)
  for (let next = 1; next <= more; next++) {
    const byte = byteAt(text, place + next * width)
    if (byte === undefined || byte < 0x80 || byte > 0xbf) return none
    code = (code << 6) | (byte & 0x3f)
  }
  return one(code, place + (more + 1) * width)
}

const percents = (text: string, place: number): ReadonlyArray<Reading> => {
  const found = at(percent, text, place)
  if (found === null) return none
  const [whole, unit, byte = ""] = found
  const end = place + whole.length
  if (unit !== undefined) return one(hex(unit), end)
  const lead = hex(byte)
  return lead < 0x80 ? one(lead, end) : [...utf8(percentByte, 3, text, place, lead), ...one(lead, end)]
}

const space = (_: string, place: number): ReadonlyArray<Reading> => [{ stands: " ", end: place + 1 }]

/**
 * The readings of a place where a text is a URL, a form, JSON or HTML; what is most likely comes first. UTF-8 that was
 * taken for Latin-1 is read too.
 */
export const readingsAt = (text: string, place: number): ReadonlyArray<Reading> => {
  const code = text.charCodeAt(place)
  if (code === 0x5c) return escaped(text, place)
  if (code === 0x26) return named(text, place)
  if (code === 0x25) return percents(text, place)
  if (code === 0x2b) return space(text, place)
  return code >= 0xc2 && code < 0xf5 ? utf8(rawByte, 1, text, place, code) : none
}

const cut =
  /(?:%[\da-f]?|%u[\da-f]{0,3}|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&(?:#x?[\da-f]{0,12}|\w{0,20}))?(?=$|…|\.\.\.)/iy

/** Where a text is cut off, there or in the middle of the encoded character that begins there. */
export const cutAt = (text: string, place: number): number | undefined => {
  const found = at(cut, text, place)
  return found === null ? undefined : place + found[0].length
}
