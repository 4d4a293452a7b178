import { fileURLToPath } from "node:url"

import { describe, expect, test } from "vitest"

import { run, runAsJob } from "../support/pty.ts"
import type { Pty } from "../support/pty.ts"

const preload = fileURLToPath(new URL("../support/throw-on-signal.cjs", import.meta.url))

const hasMouse = ({ terminal }: Pty, mode: "none" | "vt200") =>
  expect.poll(() => terminal.modes.mouseTrackingMode, { timeout: 15_000 }).toBe(mode)

const ends: ReadonlyArray<readonly [string, (program: Pty) => unknown]> = [
  ["q", ({ press }) => press("q")],
  ["Ctrl-C", ({ press }) => press("ctrl+c")],
  ["a signal", ({ pid }) => process.kill(pid(), "SIGTERM")],
  ["a fault in itself", ({ pid }) => process.kill(pid(), "SIGUSR2")]
]

describe("the mouse on a pseudo-terminal", () => {
  test.each(ends)("belongs to the terminal again after %s", async (_, end) => {
    const program = run("main.ts --demo", { preload })
    await program.see("Users 1 of 4", "● live")
    await hasMouse(program, "vt200")
    await end(program)
    await program.see("after")
    await hasMouse(program, "none")
    expect(program.written()).not.toMatch(/\[\?100[23]h/)
  })

  test("belongs to the terminal while the program is stopped", async () => {
    const program = await runAsJob("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    await hasMouse(program, "vt200")
    await program.press("ctrl+z")
    await program.see("Stopped", /ready>\s*$/)
    await hasMouse(program, "none")
    await program.press("fg\r")
    await program.see("Users 1 of 4", "● live")
    await hasMouse(program, "vt200")
    await program.press("q")
    await program.see(/ready>\s*$/)
    await hasMouse(program, "none")
  })

  test("selects the clicked row, and works again on Ctrl-L after another program turned it off", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    const row = program.lines().findIndex((line) => line.includes("grace@example.com"))
    await program.press(`\u001B[<0;9;${row + 1}M\u001B[<0;9;${row + 1}m`)
    await program.see("Users 2 of 4")
    program.overwrite("\u001B[?1000l\u001B[?1003h")
    await program.press("ctrl+l")
    await hasMouse(program, "vt200")
  })

  test.each([
    ["main.ts --demo", { REMOTE_ASSIST_MOUSE: "0" }],
    ["main.ts --demo --no-mouse", {}],
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
