import * as Shown from "./Shown.ts"

// most texts: characters of one cell each that need no replacement
const plain =
  /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0410-\u044F\u2010-\u2027\u203A\u2190-\u2193\u23CE\u2500-\u257F\u258C\u258F\u2590\u25B8\u25A1\u25CB-\u25CF\u25F7\u2605\u26A0\u2713\u2717\u276F]*$/

const ellipsis = "…"

const textOf = (shown: Iterable<Shown.Shown>): string => Array.from(shown, ({ text }) => text).join("")

/** Replaces characters that move the cursor, are invisible or change the direction of text. */
export const printable = (text: string): string => (plain.test(text) ? text : textOf(Shown.fromText(text)))

/** Returns how many cells a text takes. */
export const widthOf = (text: string): number => {
  if (plain.test(text)) return text.length
  let width = 0
  for (const shown of Shown.fromText(text)) width += shown.width
  return width
}

interface Cut {
  readonly text: string
  readonly width: number
}

const nothing: Cut = { text: "", width: 0 }

/** Cuts between graphemes, with `…` at the end. */
const cutShown = (all: Iterable<Shown.Shown>, width: number): Cut => {
  if (width <= 0) return nothing
  let whole = nothing
  let beforeEllipsis = nothing
  for (const { text, width: more } of all) {
    if (whole.width + more > width) {
      return { text: beforeEllipsis.text + ellipsis, width: beforeEllipsis.width + 1 }
    }
    whole = { text: whole.text + text, width: whole.width + more }
    if (whole.width < width) beforeEllipsis = whole
  }
  return whole
}

const cutTo = (text: string, width: number): Cut => {
  if (!plain.test(text)) return cutShown(Shown.fromText(text), width)
  if (text.length <= width) return { text, width: text.length }
  return width <= 0 ? nothing : { text: text.slice(0, width - 1) + ellipsis, width }
}

/** Cuts a text to a display width, with `…` at the end. */
export const cut = (text: string, width: number): string => cutTo(text, width).text

/** Cuts or pads a text to exactly a display width. */
export const fit = (text: string, width: number, align: "left" | "right" = "left"): string => {
  const shown = cutTo(text, width)
  const room = " ".repeat(Math.max(0, width - shown.width))
  return align === "left" ? shown.text + room : room + shown.text
}

/** Breaks a text into lines of at most a display width, between words if possible. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.replaceAll(/\r\n?|[\n\t]/g, " ").split(" ")) {
    const longer = line === "" ? printable(word) : `${line} ${printable(word)}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== "") lines.push(line)
    const parts = broken(word, width)
    lines.push(...parts.slice(0, -1))
    line = parts.at(-1) ?? ""
  }
  return [...lines, line]
}

/** Breaks a text into lines of a display width at any character, and keeps its spaces. */
export const broken = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  let used = 0
  for (const whole of Shown.fromText(text)) {
    const shown = whole.width <= width ? whole : { text: width < 1 ? "" : ellipsis, width: 1 }
    if (used + shown.width > width && line !== "") {
      lines.push(line)
      line = ""
      used = 0
    }
    line += shown.text
    used += shown.width
  }
  return [...lines, line]
}
