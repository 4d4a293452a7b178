import { describe, expect, test } from "vitest"

import { run } from "../support/pty.ts"
import type { Pty } from "../support/pty.ts"

const hasMouse = ({ terminal }: Pty, mode: "any" | "none" | "vt200") =>
  expect.poll(() => terminal.modes.mouseTrackingMode).toBe(mode)

describe("the mouse on a pseudo-terminal", () => {
  test("selects the clicked row, and works again on Ctrl-L after another program turned it off", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    const row = program.lines().findIndex((line) => line.includes("grace@example.com"))
    await program.press(`\u001B[<0;9;${row + 1}M\u001B[<0;9;${row + 1}m`)
    await program.see("Users 2 of 4")
    program.overwrite("\u001B[?1000l\u001B[?1003h")
    await hasMouse(program, "any")
    await program.press("ctrl+l")
    await hasMouse(program, "vt200")
  })

  test.each([
    ["main.ts --demo", { REMOTE_ASSIST_MOUSE: "0" }],
    ["main.ts --demo --no-mouse", {}],
    ["main.ts --demo --screen-reader", {}]
  ])("is left to the terminal by %s %o", async (entry, env: Record<string, string>) => {
    const program = run(entry, { env })
    await program.see(/Users[,] 4 in all|Users 1 of 4/)
    await hasMouse(program, "none")
    expect(program.written()).not.toMatch(/\[\?100[0236]h/)
    await program.press("q")
    await program.see("exit=0")
  })
})
