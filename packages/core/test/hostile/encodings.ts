export type Encode = (text: string) => string

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, "0")

const html =
  (spell: (character: string) => string): Encode =>
  (text) =>
    text.replaceAll(/[&<>"'/]/g, spell)

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }

const json: Encode = (text) => JSON.stringify(text).slice(1, -1)

/** The ways in which an answer may spell what it was sent. */
export const encodings: Readonly<Record<string, Encode>> = {
  raw: (text) => text,
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (text) =>
    encodeURIComponent(text).replaceAll(/%../g, (escape) => escape.toLowerCase()),
  "form-encoded": (text) => new URLSearchParams({ of: text }).toString().slice(3),
  "JSON-escaped": json,
  "JSON-escaped with its slashes": (text) => json(text).replaceAll("/", "\\/"),
  "JSON-escaped in \\u": (text) => text.replaceAll(/[^A-Za-z0-9]/g, (character) => `\\u${hex(character, 4)}`),
  "JSON-escaped twice": (text) => json(json(text)),
  "HTML with names": html((character) => named[character] ?? character),
  "HTML in decimal": html((character) => `&#${character.charCodeAt(0)};`),
  "HTML in hexadecimal": html((character) => `&#x${hex(character, 2)};`),
  "HTML in hexadecimal capitals": html((character) => `&#X${hex(character, 2).toUpperCase()};`),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url")
}

const unescapes: ReadonlyArray<(text: string) => string> = [
  (text) =>
    text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  (text) =>
    text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
  (text) => text.replaceAll(/&#(\d{1,6});/g, (_, digits: string) => String.fromCharCode(Number(digits))),
  (text) =>
    text.replaceAll(/&#x([0-9a-f]{1,5});/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
]

/** The base64 forms of a text at each offset in a group of three bytes, without the characters that depend on neighbours. */
const base64Of = (text: string) =>
  [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${"\0".repeat(offset)}${text}`)
      .toString("base64")
      .replaceAll("=", "")
    return encoded.slice(offset === 0 ? 0 : offset + 1, -1)
  })

const unescaped = (text: string) => unescapes.reduce((text, unescape) => unescape(text), text)

/** A text as a search for marks reads it: as it is, and without escapes. */
export const searchable = (text: string): string => {
  const plain = unescaped(text)
  return plain === text ? text : `${text}\n${plain}`
}

/** Makes the test of whether a searchable text shows a mark, in any encoding. */
export const shows = (mark: string): ((searchable: string) => boolean) => {
  const forms = [mark, ...base64Of(mark), Buffer.from(mark).toString("hex")]
  return (searchable) => forms.some((form) => searchable.includes(form))
}
