import { Chalk } from "chalk"
import { Text } from "ink"
import { createContext, memo, use } from "react"

import { glyphs, make } from "../../theme.ts"
import type { Theme, Tone } from "../../theme.ts"

// the theme decides about colour
const chalk = new Chalk({ level: 1 })

const signs = new RegExp(
  `^ *[${[...new Set(Object.values(glyphs))].filter((glyph) => glyph !== "?").join("")}](?= |$)`,
  "u"
)

/** Curves and bars. */
const lines = /^[ \u2500-\u259F\u2800-\u28FF]+$/

/** Glyphs that the fonts of the Linux console lack, each followed by its replacement. */
const console = new Map(
  "●•◌~❯>▸»✱*◷≈✗x✓√›>⚠!★*↗>↙<▶►⏎┘….▏|□■".match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)])
)

const lacking = new RegExp(`[${[...console.keys()].join("")}]`, "gu")

/** Styles text for a terminal. */
export interface Pen {
  /** Styles a text by its tone; only a leading glyph has a colour. */
  readonly paint: (tone: Tone, text: string) => string
  /** Replaces glyphs that the terminal lacks. */
  readonly glyphs: (text: string) => string
}

export const makePen = (theme: Theme, isConsole = false): Pen => {
  return {
    paint: (tone, text) => {
      const { bold = false, color, dimColor = false, inverse = false, sign: colour } = theme[tone]
      const [sign = ""] = colour === undefined || inverse ? [] : (lines.exec(text) ?? signs.exec(text) ?? [])
      let pen = color === undefined ? chalk : chalk[color]
      if (bold) pen = pen.bold
      if (dimColor) pen = pen.dim
      if (inverse) pen = pen.inverse
      // not bold: many terminals then use another colour, which may be that of the background
      return (colour === undefined ? "" : chalk[colour](sign)) + pen(text.slice(sign.length))
    },
    glyphs: (text) => (isConsole ? text.replaceAll(lacking, (glyph) => console.get(glyph) ?? glyph) : text)
  }
}

export const Pens = createContext(makePen(make(true)))

export const usePaint = () => use(Pens).paint

/** One or more lines that fit the width. */
export const Line = memo(({ children }: { readonly children: string }) => {
  const { glyphs } = use(Pens)
  return <Text wrap="truncate">{glyphs(children) || " "}</Text>
})
