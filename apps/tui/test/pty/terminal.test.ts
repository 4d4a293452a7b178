import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { describe, expect, onTestFinished, test } from "vitest"

import { isColoured } from "../support/frame.ts"
import { run, runAsJob, settings } from "../support/pty.ts"
import type { Pty } from "../support/pty.ts"
import { service } from "../support/service.ts"

/** Expects that the terminal is restored: its earlier screen, the cursor, the mouse, and the line discipline. */
const isAsItWas = async ({ see, terminal, text, written }: Pty, code: number) => {
  await see("before", `exit=${code}`, "icanon echo", "after")
  expect(text()).not.toContain("Users 1 of")
  expect(terminal.buffer.active.type).toBe("normal")
  expect(written().lastIndexOf("\u001B[?25h")).toBeGreaterThan(written().lastIndexOf("\u001B[?25l"))
  expect(terminal.modes).toMatchObject({ bracketedPasteMode: false, mouseTrackingMode: "none", wraparoundMode: true })
}

/** The modes are those of the program, or those that others expect. */
const hasModes = (terminal: Pty["terminal"], ours: boolean) =>
  expect
    .poll(() => terminal.modes)
    .toMatchObject({ bracketedPasteMode: ours, mouseTrackingMode: ours ? "vt200" : "none", wraparoundMode: !ours })

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const preload = fileURLToPath(new URL("../support/throw-on-signal.cjs", import.meta.url))

describe("the program on a pseudo-terminal", () => {
  test("restores the terminal after q", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    expect(program.terminal.buffer.active.type).toBe("alternate")
    await hasModes(program.terminal, true)
    await program.press("q")
    await isAsItWas(program, 0)
    expect(program.written()).not.toMatch(/\[\?100[23]h/)
  })

  test("restores the terminal after Ctrl-C", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    await program.press("ctrl+c")
    await isAsItWas(program, 0)
  })

  test("restores the terminal after SIGINT", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    process.kill(program.pid(), "SIGINT")
    await isAsItWas(program, 130)
  })

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("reports the unfinished change after %s, and restores the terminal", async (signal, code) => {
    const { env, gate } = await service(4)
    const response = Promise.withResolvers<void>()
    onTestFinished(() => response.resolve())
    const program = run("main.ts --region us", { env, columns: 140 })
    await program.see("Users 1 of 4", "● live")
    gate.hold = (line) => (line.startsWith("PUT") ? response.promise : undefined)
    await program.press("j", "d")
    await program.see("deactivating")
    process.kill(program.pid(), signal)
    await isAsItWas(program, code)
    await program.see("It is unknown whether this succeeded: deactivating grace@example.com. Check before you retry.")
  })

  test("says after SIGTERM how to resume an unfinished import", async () => {
    const { env, gate, requests } = await service(4)
    const folder = mkdtempSync(join(tmpdir(), "import-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, "new.csv")
    writeFileSync(file, "name,email\nMary Jackson,mary@example.com\nKatherine Johnson,kj@example.com\n")
    const response = Promise.withResolvers<void>()
    onTestFinished(() => response.resolve())
    const program = run("main.ts --region us", { env, columns: 240 })
    await program.see("Users 1 of 4", "● live")
    await program.press("i", file, "enter")
    await program.see("2 to create")
    gate.hold = (line) => (line.startsWith("POST") ? response.promise : undefined)
    // Enter twice within 120 ms counts as a held key
    await program.press("a", "enter")
    await program.see(/Type create 2/)
    await program.press("create 2", "enter")
    await expect.poll(() => requests.filter((line) => line.startsWith("POST /v1r1")).length).toBe(2)
    process.kill(program.pid(), "SIGTERM")
    await program.see("stopped after 0 of 2 rows: import the file again to resume.")
    // the requests are not answered
    process.kill(program.pid(), "SIGTERM")
    await isAsItWas(program, 143)
  })

  test("restores the terminal after an uncaught exception, and reports it in one line", async () => {
    const program = run("main.ts --demo", { preload })
    await program.see("Users 1 of 4", "● live")
    process.kill(program.pid(), "SIGUSR2")
    await program.see("remote-assist stopped because of a fault in itself: thrown on a signal (at ")
    await isAsItWas(program, 1)
  })

  test("redraws on a resize", async () => {
    const { lines, resize, see } = run("main.ts --demo", { columns: 120, rows: 35 })
    await see("Users 1 of 4", "User name")
    resize({ columns: 40, rows: 12 })
    await see("Users 1 of 4", "⏎ details")
    await expect.poll(() => lines().at(-1)).toContain("? help")
    await see(/^▐EMULATOR us▌ +ada@example\.com · ● live\n/)
  })

  test("redraws on Ctrl-L after another program wrote to the terminal", async () => {
    const { overwrite, press, see, seeNo, terminal, text } = run("main.ts --demo")
    await see("Users 1 of 4", "● live", "? help")
    const before = text()
    overwrite("\u001B[3;5Hwall: going down\u001B[9;1Hover\u001B[?7h\u001B[?2004l\u001B[4;6r\u001B[7m\u001B(0")
    await see("wall: going down", "over")
    await press("ctrl+l")
    await seeNo("wall: going down")
    await expect.poll(text).toBe(before)
    await hasModes(terminal, true)
    await press("j")
    await see("Users 2 of 4")
  })

  test("stops on Ctrl-Z, restores the terminal, and redraws at the current size after fg", async () => {
    const { press, resize, see, seeNo, terminal, text } = await runAsJob("main.ts --demo")
    await see("Users 1 of 4", "● live")
    for (const [columns, rows] of [
      [80, 20],
      [120, 35]
    ] as const) {
      await press("j", "ctrl+z")
      await see("Stopped", /ready>\s*$/)
      expect(terminal.buffer.active.type).toBe("normal")
      await hasModes(terminal, false)
      await press(`clear; ${settings}\r`)
      await see(/^ ?icanon echo/)
      resize({ columns, rows })
      await press("fg\r")
      await see("Users", "● live")
      await seeNo("icanon")
      await expect.poll(() => terminal.buffer.active.type).toBe("alternate")
      await hasModes(terminal, true)
      await see(columns === 80 ? "Users 2 of 4" : "Users 3 of 4")
      await expect.poll(() => text().split("\n")[0]).toMatch(/● live$/)
      await expect.poll(() => text().split("\n")[0]?.length).toBe(columns)
    }
    await press("q")
    await see(/ready>\s*$/)
    expect(terminal.buffer.active.type).toBe("normal")
    await hasModes(terminal, false)
  })

  test("does not redraw if it is killed while it is stopped", async () => {
    const { pid, press, see, seeNo, terminal } = await runAsJob("main.ts --demo")
    await see("Users 1 of 4", "● live")
    await press("ctrl+z")
    await see("Stopped")
    await press('clear; kill %1; echo "no" longer\r')
    await see("no longer")
    await press("fg\r")
    await expect.poll(() => isRunning(pid())).toBe(false)
    await press("clear; jobs; echo none\r")
    await see(/^none\s+ready>\s*$/)
    await seeNo("Users 1 of 4")
    expect(terminal.buffer.active.type).toBe("normal")
    await hasModes(terminal, false)
  })

  test("sets up the terminal again after another process stopped and continued it", async () => {
    const { pid, press, see, seeNo, terminal } = await runAsJob("main.ts --demo")
    await see("Users 1 of 4", "● live")
    process.kill(pid(), "SIGSTOP")
    await see("Stopped")
    await press("clear; fg\r")
    await seeNo("Stopped")
    await see("Users 1 of 4", "● live")
    await hasModes(terminal, true)
    await press("j")
    await see("Users 2 of 4")
  })

  test("ignores Ctrl-Z if no shell could continue it", async () => {
    const program = run("main.ts --demo")
    await program.see("Users 1 of 4", "● live")
    await program.press("ctrl+z")
    await program.see("Users 1 of 4", "● live")
    await program.press("j")
    await program.see("Users 2 of 4")
    await program.press("q")
    await isAsItWas(program, 0)
  })

  test("shows no colour if NO_COLOR is set", async () => {
    const program = run("main.ts --demo", { env: { NO_COLOR: "1" } })
    await program.see("❯  ● active", "○ inactive", "● live")
    expect(isColoured(program.written())).toBe(false)
    await program.press("q")
    await isAsItWas(program, 0)
  })

  test("draws only characters in the font of the Linux console", async () => {
    const program = run("main.ts --demo", { env: { TERM: "linux" } })
    await program.see(">  • active", "○ inactive", "• live")
    await program.press("q")
    await isAsItWas(program, 0)
  })

  test("refuses a terminal that shows only text, and writes plain lines to it with --screen-reader", async () => {
    const program = run("main.ts --demo", { env: { TERM: "dumb" }, columns: 250 })
    await program.see("(TERM=dumb). Add --screen-reader", "exit=1")
    const lines = run("main.ts --demo --screen-reader", { env: { TERM: "dumb" } })
    await lines.see("row 1 of 4, Ada Lovelace")
  })

  test.each([
    [
      "main.ts --config /nowhere/live.env",
      "Cannot read the settings in /nowhere/live.env: it does not exist. Check the path."
    ],
    ["main.ts --region eu", "The setting REMOTE_ASSIST_EU_URL is missing"],
    ["main.ts --region xx", "Invalid value for flag --region"],
    ["main.ts | cat", "Standard input or output is not a terminal."]
  ])("shows one message about the mistake on the normal screen and ends with 1: %s", async (entry, sentence) => {
    const { see, terminal, text } = run(entry.replace(" | cat", " > /dev/null"), {
      columns: 250,
      env: { REMOTE_ASSIST_REGION: "us" }
    })
    await see(sentence, "exit=1")
    expect(text().split("pid=")[1]?.split("exit=")[0]?.trim().split("\n")).toHaveLength(2)
    expect(terminal.buffer.active.type).toBe("normal")
  })
})
