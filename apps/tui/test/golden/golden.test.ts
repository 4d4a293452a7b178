import { describe, expect, test, vi } from "vitest"

import { beyond } from "../support/beyond.ts"
import type { Size } from "../support/frame.ts"
import { start } from "../support/start.ts"
import { scenes } from "./scenes/all.ts"

// before the imported modules read the time zone
vi.hoisted(() => {
  process.env["TZ"] = "UTC"
})

const least: Size = { columns: 60, rows: 15 }

const sizes: ReadonlyArray<Size> = [
  least,
  { columns: 80, rows: 24 },
  { columns: 110, rows: 32 },
  { columns: 200, rows: 50 }
]

/** Further sizes in which everything must fit; the first one is the smallest. */
const odd: ReadonlyArray<Size> = [
  { columns: 30, rows: 8 },
  { columns: 41, rows: 11 },
  { columns: 99, rows: 9 }
]

const at = "2026-03-02T10:00:00Z"

const margin = 8

/** Returns the text of the screen at a size. */
const frameAt = async ({ quiet, resize, text }: ReturnType<typeof start>, size: Size): Promise<string> => {
  resize(size)
  await quiet()
  return text()
}

const titled = ({ columns, rows }: Size, text: string) => {
  const lines = text.split("\n").slice(0, rows)
  const title = `── ${columns} x ${rows} `
  return [`${title}${"─".repeat(columns - title.length)}`, ...lines].join("\n")
}

describe.each(scenes)("$name", ({ go, name, options }) => {
  test("matches its file, and fits", async () => {
    const program = start({ ...options, ...least, at, margin })
    await go(program)
    const screens: Array<string> = []
    for (const size of sizes) {
      const text = await frameAt(program, size)
      expect(beyond(program.terminal, size)).toEqual([])
      screens.push(titled(size, text))
    }
    for (const size of odd) {
      await frameAt(program, size)
      expect(beyond(program.terminal, size)).toEqual([])
    }
    await expect(`${screens.join("\n")}\n`).toMatchFileSnapshot(`screens/${name}.txt`)
  })
})

test.each([
  [20, 5],
  [10, 2],
  [9, 1],
  [3, 3],
  [1, 1]
])("a terminal of %i columns and %i rows shows as much of the message as fits", async (columns, rows) => {
  const program = start({ columns, rows, at, margin })
  await program.see(columns < 9 ? "T" : "Too small")
  await program.press("j", "?", "esc", ":", "esc")
  expect(beyond(program.terminal, { columns, rows })).toEqual([])
})

test("a terminal of 40 columns and 10 rows has room for a list", async () => {
  const program = start({ columns: 40, rows: 10, at, margin })
  await program.see("Users 1 of 4", "ada@example.com")
  expect(beyond(program.terminal, { columns: 40, rows: 10 })).toEqual([])
})

test("a terminal that is too small shows a message", async () => {
  const size = { columns: 29, rows: 7 }
  const program = start({ ...size, at, margin })
  await program.see("Too small")
  expect(beyond(program.terminal, size)).toEqual([])
  await expect(`${titled(size, program.text())}\n`).toMatchFileSnapshot("screens/too-small.txt")
})
