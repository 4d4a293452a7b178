import cliTruncate from "cli-truncate"
import stringWidth from "string-width"

// control characters, and marks that change the direction of text: names come from outside
const unprintable = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export const printable = (text: string): string => text.replaceAll(unprintable, " ")

const ascii = /^[\u0020-\u007E]*$/

const widthOf = (text: string) => (ascii.test(text) ? text.length : stringWidth(text))

/** Cuts a text to a display width, with `…` where something is missing. */
export const cut = (text: string, width: number): string => {
  const shown = printable(text)
  return width <= 0 ? "" : widthOf(shown) <= width ? shown : cliTruncate(shown, width)
}

const room = (text: string, width: number) => " ".repeat(Math.max(0, width - widthOf(text)))

/** Cuts or pads a text to exactly a display width. */
export const fit = (text: string, width: number, align: "left" | "right" = "left"): string => {
  const shown = cut(text, width)
  return align === "left" ? shown + room(shown, width) : room(shown, width) + shown
}

/** Breaks a text into lines of at most a display width, between words where it can. */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of printable(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== "") lines.push(line)
    line = widthOf(word) <= width ? word : cut(word, width)
  }
  return [...lines, line]
}
