import type { Style } from "../../theme.ts"

const colours: Readonly<Record<string, number>> = { red: 31, green: 32, yellow: 33, cyan: 36 }

const codesOf = ({ bold, color, dimColor, inverse, underline }: Style): ReadonlyArray<number> => {
  const codes: Array<number> = []
  if (bold === true) codes.push(1)
  if (dimColor === true) codes.push(2)
  if (underline === true) codes.push(4)
  if (inverse === true) codes.push(7)
  if (color !== undefined) codes.push(colours[color] ?? 39)
  return codes
}

/** A text in a style. Source: ECMA-48 §8.3.117. */
export const styled = (style: Style, text: string): string => {
  const codes = codesOf(style)
  return codes.length === 0 || text === "" ? text : `\u001B[${codes.join(";")}m${text}\u001B[0m`
}
