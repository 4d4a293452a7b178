import type { IBufferCell, Terminal } from "@xterm/headless"

const cell = { width: 8.4, height: 18, font: 14, baseline: 13.5 }
const padding = 14

const background = "#16181d"
const foreground = "#d7dae0"
const palette = ["#3b4048", "#f0767b", "#8fd16f", "#e5c07b", "#6ab0f3", "#d38aea", "#56c8d8", "#d7dae0"]

export interface Look {
  readonly color: string
  readonly fill: string | undefined
  readonly bold: boolean
  readonly dim: boolean
}

export interface Run extends Look {
  readonly column: number
  readonly width: number
  readonly text: string
}

const lookOf = (at: IBufferCell): Look => {
  const color = at.isFgPalette() ? (palette[at.getFgColor() % 8] ?? foreground) : foreground
  const fill = at.isBgPalette() ? palette[at.getBgColor() % 8] : undefined
  const inverse = at.isInverse() !== 0
  return {
    color: inverse ? (fill ?? background) : color,
    fill: inverse ? color : fill,
    bold: at.isBold() !== 0,
    dim: at.isDim() !== 0
  }
}

const sameLook = (a: Look, b: Look) => a.color === b.color && a.fill === b.fill && a.bold === b.bold && a.dim === b.dim

const isPlain = (text: string) => /^[\u0020-\u007E]*$/.test(text)

/** The cells of a line as runs of one look; a character outside of ASCII stands alone, so that it keeps its place. */
export const runsOf = (terminal: Terminal, row: number): ReadonlyArray<Run> => {
  const line = terminal.buffer.active.getLine(terminal.buffer.active.viewportY + row)
  const runs: Array<Run> = []
  for (let column = 0; column < terminal.cols; column++) {
    const at = line?.getCell(column)
    if (at === undefined || at.getWidth() === 0) continue
    const next: Run = { ...lookOf(at), column, width: at.getWidth(), text: at.getChars() || " " }
    const last = runs.at(-1)
    if (last !== undefined && sameLook(last, next) && isPlain(last.text) && isPlain(next.text))
      runs[runs.length - 1] = { ...last, width: last.width + next.width, text: last.text + next.text }
    else runs.push(next)
  }
  return runs
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const round = (value: number) => String(Math.round(value * 10) / 10)

/** The words of a text with their places; several spaces in a row are not kept by every renderer. */
const wordsOf = (text: string) =>
  Array.from(text.matchAll(/\S+(?: \S+)*/g), ({ 0: word, index }) => ({ word, at: index }))

const draw = ({ bold, color, column, dim, fill, text, width }: Run, row: number): string => {
  const x = padding + column * cell.width
  const y = padding + row * cell.height
  const box =
    fill === undefined
      ? ""
      : `<rect x="${round(x)}" y="${round(y)}" width="${round(width * cell.width)}" height="${cell.height}" fill="${fill}" shape-rendering="crispEdges"/>`
  const looks = `${color === foreground ? "" : ` fill="${color}"`}${bold ? ' font-weight="bold"' : ""}${dim ? ' opacity="0.6"' : ""}`
  const words = wordsOf(text).map(({ at, word }) => {
    const length = word.length > 1 ? ` textLength="${round(word.length * cell.width)}"` : ""
    return `<text x="${round(x + at * cell.width)}" y="${round(y + cell.baseline)}"${length}${looks}>${escape(word)}</text>`
  })
  return box + words.join("")
}

/** What stands on a terminal, row by row; `normalise` replaces what differs from run to run by something as long. */
export const rowsOf = (terminal: Terminal, normalise: (text: string) => string): ReadonlyArray<string> =>
  Array.from({ length: terminal.rows }, (_, row) =>
    runsOf(terminal, row)
      .map((run) => draw({ ...run, text: normalise(run.text) }, row))
      .join("")
  )

/** A picture of the size of a terminal, with what stands in it. */
export const pictureOf = ({ cols, rows }: Pick<Terminal, "cols" | "rows">, content: ReadonlyArray<string>): string => {
  const width = round(cols * cell.width + 2 * padding)
  const height = round(rows * cell.height + 2 * padding)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${cell.font}" fill="${foreground}" xml:space="preserve">`,
    ...content.filter((line) => line !== ""),
    "</g>",
    "</svg>",
    ""
  ].join("\n")
}

/** Draws what stands on a terminal. */
export const svgOf = (terminal: Terminal, normalise: (text: string) => string): string =>
  pictureOf(terminal, rowsOf(terminal, normalise))
