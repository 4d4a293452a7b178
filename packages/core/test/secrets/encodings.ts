/** Ways to write one character, each as it may come back in an answer. */
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0")

const bytes = (character: string) => [...new TextEncoder().encode(character)]

const percent = (character: string) =>
  bytes(character)
    .map((byte) => `%${hex(byte, 2)}`)
    .join("")

const units = (character: string, write: (unit: number) => string) =>
  Array.from({ length: character.length }, (_, index) => write(character.charCodeAt(index))).join("")

const named: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&apos;",
  "/": "&sol;",
  "+": "&plus;",
  "=": "&equals;",
  ü: "&uuml;"
}

const code = (character: string) => character.codePointAt(0) ?? 0

/** Encodings of a character. */
export const characters = {
  raw: (character: string) => character,
  percent: (character: string) => percent(character).toUpperCase(),
  percentLower: percent,
  form: (character: string) => (character === " " ? "+" : percent(character)),
  unicode: (character: string) => units(character, (unit) => `\\u${hex(unit, 4)}`),
  unicodeUpper: (character: string) => units(character, (unit) => `\\u${hex(unit, 4).toUpperCase()}`),
  decimal: (character: string) => `&#${code(character)};`,
  decimalPadded: (character: string) => `&#00${code(character)};`,
  hexEntity: (character: string) => `&#x${hex(code(character), 1)};`,
  hexEntityUpper: (character: string) => `&#X${hex(code(character), 4).toUpperCase()};`,
  named: (character: string) => named[character] ?? character,
  json: (character: string) => JSON.stringify(character).slice(1, -1).replaceAll("/", "\\/")
} as const

const each = (encode: (character: string) => string) => (text: string) => Array.from(text).map(encode).join("")

const html = (text: string) => each(characters.named)(text)
const json = (text: string) => each(characters.json)(text)

/** Encodings of a text. */
export const texts: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(Object.entries(characters).map(([name, encode]) => [name, each(encode)])),
  url: encodeURIComponent,
  formUrl: (text) => new URLSearchParams([["", text]]).toString().slice(1),
  jsonInJson: (text) => json(json(text)),
  jsonInHtml: (text) => html(json(text)),
  urlInUrl: (text) => encodeURIComponent(encodeURIComponent(text)),
  urlInJsonInHtml: (text) => html(json(encodeURIComponent(text))),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64Url: (text) => Buffer.from(text).toString("base64url"),
  basic: (text) => Buffer.from(`ada@example.com:${text}`).toString("base64"),
  basicColon: (text) => Buffer.from(`ada:${text}`).toString("base64"),
  hex: (text) => Buffer.from(text).toString("hex"),
  hexUpper: (text) => Buffer.from(text).toString("hex").toUpperCase(),
  lowerCase: (text) => text.toLowerCase(),
  upperCase: (text) => text.toUpperCase(),
  misread: (text) => Buffer.from(text).toString("latin1")
}
