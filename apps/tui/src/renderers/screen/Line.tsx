import { Chalk } from "chalk"
import { Text } from "ink"
import { createContext, memo, use } from "react"

import { glyphs, make } from "../../theme.ts"
import type { Theme, Tone } from "../../theme.ts"

// whether there is colour is for the theme to say
const chalk = new Chalk({ level: 1 })

const signs = new RegExp(
  `^ *[${[...new Set(Object.values(glyphs))].filter((glyph) => glyph !== "?").join("")}](?= |$)`,
  "u"
)

/** Curves and bars, which are no words either. */
const lines = /^[ \u2500-\u259F\u2800-\u28FF]+$/

/** Glyphs that the fonts of the Linux console lack, each before the one that replaces it. */
const console = new Map(
  "●•◌~❯>▸»✱*◷≈✗x✓√›>⚠!★*↗>↙<▶►⏎┘….▏|□■".match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)])
)

const lacking = new RegExp(`[${[...console.keys()].join("")}]`, "gu")

/** How text is drawn on a terminal. */
export interface Pen {
  /** Returns a text in a tone: colour is for the glyph that it begins with. */
  readonly paint: (tone: Tone, text: string) => string
  /** Returns a text in glyphs that the terminal has. */
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
      // bold, many terminals take another colour for it, which may be that of the background
      return (colour === undefined ? "" : chalk[colour](sign)) + pen(text.slice(sign.length))
    },
    glyphs: (text) => (isConsole ? text.replaceAll(lacking, (glyph) => console.get(glyph) ?? glyph) : text)
  }
}

export const Pens = createContext(makePen(make(true)))

export const usePaint = () => use(Pens).paint

/** One line of the screen, or several, that are no wider than the room they have. */
export const Line = memo(({ children }: { readonly children: string }) => {
  const { glyphs } = use(Pens)
  return <Text wrap="truncate">{glyphs(children) || " "}</Text>
})
