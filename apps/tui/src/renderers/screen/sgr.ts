import { glyphs } from "../../theme.ts"
import type { Style } from "../../theme.ts"

const colours = { red: 31, green: 32, yellow: 33, cyan: 36 }

const codesOf = ({ bold, color, dimColor, inverse }: Style): ReadonlyArray<number> => {
  const codes: Array<number> = []
  if (bold === true) codes.push(1)
  if (dimColor === true) codes.push(2)
  if (inverse === true) codes.push(7)
  if (color !== undefined) codes.push(colours[color])
  return codes
}

const written = (codes: ReadonlyArray<number>, text: string) =>
  codes.length === 0 || text === "" ? text : `\u001B[${codes.join(";")}m${text}\u001B[0m`

const signs = new RegExp(
  `^ *[${[...new Set(Object.values(glyphs))].filter((glyph) => glyph !== "?").join("")}](?= |$)`,
  "u"
)

/** Curves and bars, which are no words either. */
const drawn = /^[ \u2500-\u259F\u2800-\u28FF]+$/

/** A text in a style. Source: ECMA-48 §8.3.117. */
export const styled = (style: Style, text: string): string => {
  const codes = codesOf(style)
  // bold, many terminals take another colour for it, which may be that of the background
  const found = drawn.exec(text) ?? signs.exec(text)
  const [sign = ""] = style.sign === undefined || style.inverse === true ? [] : (found ?? [])
  const { sign: color } = style
  return (color === undefined ? "" : written(codesOf({ color }), sign)) + written(codes, text.slice(sign.length))
}
