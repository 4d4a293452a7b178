// private-use characters mark the code in a text
const mark = (code: string) => `\u{E000}${code}\u{E001}`

/** The pieces of a text; every second one is code. */
const piecesOf = (text: string) => text.split(/\u{E000}(.*?)\u{E001}/su)

/** Whether a text has no code in it. */
export const isPlain = (text: string): boolean => !text.includes("\u{E000}")

/** Replaces a part of a text by code, wherever it is not in code already. */
export const put = (text: string, part: string, code: string): string =>
  piecesOf(text)
    .map((piece, index) =>
      index % 2 === 1 ? mark(piece) : part === "" ? piece : piece.replaceAll(part, () => mark(code))
    )
    .join("")

const escape = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/`|\$(?=\{)/g, String.raw`\$&`)

/** The inside of a template literal. */
export const templateOf = (text: string): string =>
  piecesOf(text)
    .map((piece, index) => (index % 2 === 1 ? `\${${piece}}` : escape(piece)))
    .join("")

/** A text as an expression of JavaScript. */
export const codeOf = (text: string): string => {
  if (isPlain(text)) return JSON.stringify(text)
  const [before, code, after, ...more] = piecesOf(text)
  return code !== undefined && before === "" && after === "" && more.length === 0 ? code : `\`${templateOf(text)}\``
}
