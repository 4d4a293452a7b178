import { expect, test } from "vitest"

import { run } from "../support/pty.ts"
import { svgOf } from "../support/svg.ts"

/** Replaces the free port of the emulator with its default, and keeps the length of the line. */
const withoutPort = (text: string) =>
  text.replace(/:(\d+)(\/us)\b/, (found, _, path: string) => `:4010${path}`.padEnd(found.length))

test("the picture in the documentation matches the demo", async () => {
  const { press, see, terminal } = run("main.ts --demo --seed users=100000", { columns: 110, rows: 28 })
  await see("Users 1 of 100,000", "● live")
  await press("j", "d")
  await see("grace@example.com is deactivated", "● live")
  await expect(svgOf(terminal, withoutPort)).toMatchFileSnapshot("../../../../docs/tui.svg")
})
