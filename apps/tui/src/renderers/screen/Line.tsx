import { Chalk } from "chalk"
import { Text } from "ink"
import { createContext, memo, use } from "react"

import { glyphs, make } from "../../theme.ts"
import type { Colour, Theme, Tone } from "../../theme.ts"

// whether there is colour is for the theme to say
const chalk = new Chalk({ level: 1 })

const signs = new RegExp(
  `^ *[${[...new Set(Object.values(glyphs))].filter((glyph) => glyph !== "?").join("")}](?= |$)`,
  "u"
)

/** Curves and bars, which are no words either. */
const lines = /^[ \u2500-\u259F\u2800-\u28FF]+$/

/** What the fonts of the Linux console have in place of glyphs that they lack, each as wide. */
const console: Readonly<Record<string, string>> = {
  "●": "•",
  "◌": "~",
  "❯": ">",
  "▸": "»",
  "✱": "*",
  "◷": "≈",
  "✗": "x",
  "✓": "√",
  "›": ">",
  "⚠": "!",
  "★": "*",
  "↗": ">",
  "↙": "<",
  "▶": "►",
  "⏎": "┘",
  "…": ".",
  "▏": "|",
  "□": "■"
}

const lacking = new RegExp(`[${Object.keys(console).join("")}]`, "gu")

/** How text is drawn on a terminal. */
export interface Pen {
  /** Returns a text in a tone: colour is for the glyph that it begins with. */
  readonly paint: (tone: Tone, text: string) => string
  /** Returns a text in glyphs that the terminal has. */
  readonly glyphs: (text: string) => string
}

export const makePen = (theme: Theme, isConsole = false): Pen => {
  const inColour = (colour: Colour, text: string) => (text === "" ? "" : chalk[colour](text))
  return {
    paint: (tone, text) => {
      const { bold = false, color, dimColor = false, inverse = false, sign: colour } = theme[tone]
      const [sign = ""] = colour === undefined || inverse ? [] : (lines.exec(text) ?? signs.exec(text) ?? [])
      let pen = chalk
      if (bold) pen = pen.bold
      if (dimColor) pen = pen.dim
      if (inverse) pen = pen.inverse
      if (color !== undefined) pen = pen[color]
      // bold, many terminals take another colour for it, which may be that of the background
      return (colour === undefined ? "" : inColour(colour, sign)) + pen(text.slice(sign.length))
    },
    glyphs: (text) => (isConsole ? text.replaceAll(lacking, (glyph) => console[glyph] ?? glyph) : text)
  }
}

export const Pens = createContext(makePen(make(true)))

export const usePaint = () => use(Pens).paint

/** One line of the screen, or several, that are no wider than the room they have. */
export const Line = memo(({ children }: { readonly children: string }) => {
  const { glyphs } = use(Pens)
  return <Text wrap="truncate">{glyphs(children) || " "}</Text>
})
