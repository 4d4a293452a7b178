import { describe, expect, test } from "vitest"

import { run, runAsJob, settings } from "../support/pty.ts"
import type { Pty } from "../support/pty.ts"
import { pasteMarks } from "../support/speech.ts"

/** Returns the output of the program itself. */
const ofProgram = ({ written }: Pty) =>
  written()
    .split(/pid=\d+\r\n/)[1]
    ?.split("exit=")[0] ?? ""

const isAsItWas = async (program: Pty, code: number) => {
  await program.see(`exit=${code}`, "icanon echo", "after")
  expect(program.terminal.modes).toMatchObject({ bracketedPasteMode: false, wraparoundMode: true })
  expect(ofProgram(program).replaceAll(pasteMarks, "").replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u)
}

describe("the program for a screen reader on a pseudo-terminal", () => {
  test("writes whole lines below the earlier output, and restores the terminal after q", async () => {
    const program = run("main.ts --demo --screen-reader")
    await program.see("before", "Users, 4 in all", "row 1 of 4, Ada Lovelace, active")
    await program.press("j")
    await program.see("row 2 of 4, Grace Hopper")
    await program.press("/")
    await program.see("Filter, edit")
    await program.press("email=grace")
    await program.see(/^email=grace$/m)
    expect(program.terminal.modes).toMatchObject({ bracketedPasteMode: true, wraparoundMode: true })
    expect(program.terminal.buffer.active.type).toBe("normal")
    await program.press("esc", "q")
    await isAsItWas(program, 0)
  })

  test("can be enabled by a setting, also in the other entry", async () => {
    const program = run("main.ts --demo", { env: { REMOTE_ASSIST_SCREEN_READER: "1" } })
    await program.see("row 1 of 4, Ada Lovelace, active")
    await program.press("ctrl+c")
    await isAsItWas(program, 0)
  })

  test("draws a screen if the setting is off", async () => {
    const program = run("main.ts --demo", { env: { REMOTE_ASSIST_SCREEN_READER: "0" } })
    await program.see("Users 1 of 4")
    await program.press("q")
    await program.see("exit=0")
  })

  test("restores the terminal after SIGTERM, and ends the current line", async () => {
    const program = run("main.ts --demo --screen-reader")
    await program.see("row 1 of 4")
    await program.press("/")
    await program.see("Filter, edit")
    await program.press("half a filt")
    await program.see(/^half a filt$/m)
    process.kill(program.pid(), "SIGTERM")
    await isAsItWas(program, 143)
    await program.see(/^half a filt$/m, /^exit=143$/m)
  })

  test("stops on Ctrl-Z, restores the terminal, and speaks the position after fg", async () => {
    const { press, see, seeNo, terminal } = await runAsJob("main.ts --demo --screen-reader")
    await see("row 1 of 4")
    await press("j")
    await see("row 2 of 4")
    await press("ctrl+z")
    await see("Stopped", /ready>\s*$/)
    await press(`clear; ${settings}\r`)
    await see(/^ ?icanon echo/)
    await press("clear; fg\r")
    await see("Users, 4 in all", "row 2 of 4, Grace Hopper")
    await seeNo("icanon")
    await press("j")
    await see("row 3 of 4")
    await press("q")
    await see(/ready>\s*$/)
    await press(`clear; ${settings}\r`)
    await see(/^ ?icanon echo/)
    expect(terminal.buffer.active.type).toBe("normal")
  })
})
