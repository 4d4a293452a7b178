import type { IBufferCell } from "@xterm/headless"
import { describe, expect, test } from "vitest"

import { between, contrast, palettes } from "../support/palettes.ts"
import type { Palette } from "../support/palettes.ts"
import { start } from "../support/start.ts"
import { scenes } from "./scenes/all.ts"

/** Screens that show every tone between them. */
const names = new Set([
  "users",
  "details",
  "filter-line",
  "filter-refused",
  "delete",
  "deactivated",
  "deactivating",
  "marks",
  "offline",
  "stale",
  "help",
  "palette",
  "log-in-problem",
  "provision"
])

interface Seen {
  readonly text: string
  readonly isWord: boolean
  readonly ratio: number
}

/** Returns the lowest contrast of a cell in a palette: some terminals show bold text brighter. */
const seen = ({ background, colours, text }: Palette, cell: IBufferCell): Seen => {
  const chars = cell.getChars()
  const ratios = [0, 8].map((bright) => {
    const number = cell.getFgColor()
    const isBright = cell.isBold() !== 0 && number < 8 ? bright : 0
    const colour = cell.isFgPalette() ? (colours[number + isBright] ?? text) : text
    const fill = cell.isBgPalette() ? (colours[cell.getBgColor()] ?? background) : background
    // reversed colours have the same ratio
    return contrast(cell.isDim() === 0 ? colour : between(colour, fill), fill)
  })
  return {
    text: chars,
    isWord: /^[\p{L}\p{N}\p{P}]/u.test(chars) && !/[●○◌✱✓✗]/u.test(chars),
    ratio: Math.min(...ratios)
  }
}

describe.each(scenes.filter(({ name }) => names.has(name)))("$name", ({ go, options }) => {
  test("is readable on terminals dark and light", async () => {
    const program = start({ ...options, columns: 110, rows: 32, at: "2026-03-02T10:00:00Z" })
    await go(program)
    const { active } = program.terminal.buffer
    const cells = Array.from({ length: 32 * 110 }, (_, at) => active.getLine(Math.floor(at / 110))?.getCell(at % 110))
    for (const palette of palettes) {
      // no more can be had than the text has that people have chosen
      const least = Math.min(4.5, contrast(palette.text, palette.background))
      const all = cells.flatMap((cell) =>
        cell === undefined || cell.getChars().trim() === "" ? [] : [seen(palette, cell)]
      )
      expect(all.length).toBeGreaterThan(50)
      expect(
        all.filter(({ isWord, ratio }) => isWord && ratio < least).map(({ text }) => `${palette.name}: ${text}`)
      ).toEqual([])
      expect(all.filter(({ ratio }) => ratio < 1.5).map(({ text }) => `${palette.name}: ${text}`)).toEqual([])
    }
  })
})
