import { fileURLToPath } from "node:url"

import { describe, expect, test } from "vitest"

import { isColoured } from "../support/frame.ts"
import { run } from "../support/pty.ts"
import type { Pty } from "../support/pty.ts"

/** The terminal is as it was: the screen from before, the cursor, and its line discipline. */
const isAsItWas = async ({ see, terminal, text, written }: Pty, code: number) => {
  await see("before", `exit=${code}`, "icanon echo", "after")
  expect(text()).not.toContain("Users 1 of")
  expect(terminal.buffer.active.type).toBe("normal")
  expect(written().lastIndexOf("\u001B[?25h")).toBeGreaterThan(written().lastIndexOf("\u001B[?25l"))
  expect(terminal.modes.bracketedPasteMode).toBe(false)
}

const preload = fileURLToPath(new URL("../support/throw-on-signal.cjs", import.meta.url))

describe("the program on a pseudo-terminal", () => {
  test("leaves the terminal as it was after q", async () => {
    const program = run("demo.ts")
    await program.see("Users 1 of 4", "● live")
    expect(program.terminal.buffer.active.type).toBe("alternate")
    await program.press("q")
    await isAsItWas(program, 0)
  })

  test("leaves the terminal as it was after Ctrl-C", async () => {
    const program = run("demo.ts")
    await program.see("Users 1 of 4", "● live")
    await program.press("ctrl+c")
    await isAsItWas(program, 0)
  })

  test.each([
    ["SIGTERM", 130],
    ["SIGINT", 130],
    ["SIGHUP", 129]
  ] as const)("leaves the terminal as it was after %s", async (signal, code) => {
    const program = run("demo.ts")
    await program.see("Users 1 of 4", "● live")
    process.kill(program.pid(), signal)
    await isAsItWas(program, code)
  })

  test("leaves the terminal as it was after an exception that nothing catches, and tells of it in one line", async () => {
    const program = run("demo.ts", { preload })
    await program.see("Users 1 of 4", "● live")
    process.kill(program.pid(), "SIGUSR2")
    await program.see("remote-assist stopped because of a fault in itself: thrown on a signal (at ")
    await isAsItWas(program, 1)
  })

  test("draws anew on a resize", async () => {
    const { lines, resize, see } = run("demo.ts", { columns: 120, rows: 35 })
    await see("Users 1 of 4", "User name")
    resize({ columns: 40, rows: 12 })
    await see("Users 1 of 4", "d deactivate")
    await expect.poll(() => lines().at(-2)).toContain("? help")
    expect(lines()[0]).toMatch(/^remote-assist · us .*● live$/)
  })

  test("shows no colour where NO_COLOR is set", async () => {
    const program = run("demo.ts", { env: { NO_COLOR: "1" } })
    await program.see("❯ ● active", "○ inactive", "● live")
    expect(isColoured(program.written())).toBe(false)
    await program.press("q")
    await isAsItWas(program, 0)
  })

  test.each([
    ["demo.ts --seed users=many", "Invalid value for flag --seed"],
    ["main.tsx --config /nowhere/live.env", "Cannot read the settings in /nowhere/live.env (NotFound)."],
    ["main.tsx --region eu", "The setting REMOTE_ASSIST_EU_URL is missing"],
    ["main.tsx | cat", "This is no terminal"]
  ])("says in one sentence what is wrong and ends with 1: %s", async (entry, sentence) => {
    const { see, written } = run(entry.replace(" | cat", " > /dev/null"), {
      columns: 250,
      env: { REMOTE_ASSIST_REGION: "us" }
    })
    await see(sentence, "exit=1")
    expect(written().split("pid=")[1]?.split("exit=")[0]?.trim().split("\n")).toHaveLength(2)
  })
})
