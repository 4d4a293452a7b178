import type { Frame } from "./Frame.ts"

/** What the fonts of the Linux console have in place of glyphs that they lack: each as wide. */
const instead: Readonly<Record<string, string>> = {
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

const lacking = new RegExp(`[${Object.keys(instead).join("")}]`, "gu")

/** A frame as the Linux console can show it. */
export const onConsole = (frame: Frame): Frame => ({
  ...frame,
  lines: frame.lines.map((line) => line.replaceAll(lacking, (glyph) => instead[glyph] ?? glyph))
})
