import { PassThrough } from "node:stream"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, test, vi } from "vitest"

import type { Model } from "../../../src/model/Model.ts"
import * as Observable from "../../../src/Observable.ts"
import * as Screen from "../../../src/renderers/screen/Screen.tsx"
import { ofProcess } from "../../../src/renderers/Terminal.ts"
import { isColoured, makeTerminal } from "../../support/frame.ts"
import { start } from "../../support/start.ts"

const wasRestored = ({ isRaw, output, terminal }: ReturnType<typeof makeTerminal>) => {
  expect(terminal.buffer.active.type).toBe("normal")
  expect(isRaw()).toBe(false)
  expect(output.join("").lastIndexOf("\u001B[?25h")).toBeGreaterThan(output.join("").lastIndexOf("\u001B[?25l"))
}

const sizes = [
  [120, 30],
  [80, 24],
  [60, 14],
  [100, 40],
  [40, 10],
  [33, 9],
  [140, 20],
  [79, 23]
] as const

describe("Terminal", () => {
  test("is on the alternate screen while the program runs, and as it was after q", async () => {
    const program = start()
    await program.see("Users 1 of 4")
    expect(program.terminal.buffer.active.type).toBe("alternate")
    expect(program.isRaw()).toBe(true)
    await program.press("q")
    expect(await program.ended()).toMatchObject({ _tag: "Success" })
    wasRestored(program)
  })

  test("is in raw mode before the first frame, so that it never echoes a password", async () => {
    const { beforeRaw, see } = start({ loggedOut: true })
    await see("Log in with a password")
    expect(beforeRaw()).not.toContain("Log in")
  })

  test("is as it was after an interruption, such as a signal makes", async () => {
    const program = start()
    await program.see("Users 1 of 4")
    await program.interrupt()
    wasRestored(program)
  })

  test.each([undefined, new Error("read EIO")])("acts like SIGHUP when it is closed (%s)", async (error) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const stdout = Object.assign(new PassThrough(), { isTTY: true })
    for (const [name, stream] of Object.entries({ stdin, stdout }))
      vi.spyOn(process, name as "stdin", "get").mockReturnValue(stream as never)
    await Effect.runPromise(ofProcess(true))
    vi.restoreAllMocks()
    const signal = new Promise((resolve) => process.once("SIGHUP", resolve))
    stdin.destroy(error)
    expect(await signal).toBe("SIGHUP")
  })

  test("is restored after a fault in a component, which is reported in one line", async () => {
    const terminal = makeTerminal({ columns: 80, rows: 24 }, true)
    const model: Model = new Proxy<Model>(Object.create(null), {
      get: () => {
        throw new Error("no such row")
      }
    })
    const listener = { onKey: () => undefined, onPaste: () => undefined }
    const shown = Screen.show({ model, changes: Observable.make(0), listener }, terminal.streams)
    const exit = await Effect.runPromiseExit(shown)
    wasRestored(terminal)
    const fault = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    expect(String(fault instanceof Error ? fault.message : fault)).toMatch(
      /^remote-assist stopped because of a fault in itself: no such row \(at .*Terminal\.test\.ts.*\)$/
    )
  })

  test("shows after a resize what a fresh start would", async () => {
    // both emulators at one time, which the list shows of who has logged in
    const frozenAt = new Date()
    const resized = start({ users: 500, frozenAt })
    await resized.see("Users 1 of 500", "● live")
    for (const [columns, rows] of sizes) {
      const fresh = start({ users: 500, frozenAt, columns, rows })
      await fresh.see("Users 1 of 500", "● live")
      resized.resize({ columns, rows })
      await expect.poll(() => resized.text()).toBe(fresh.text())
      expect(resized.lines().at(-1)).toContain("? help")
    }
  })

  test("is redrawn on a resize, without leftovers of earlier lines", async () => {
    const { resize, see, seeNo, terminal } = start({ columns: 80 })
    await see("Users 1 of 4")
    terminal.write("\u001B[6;1Hleft over\u001B[9;20Hleft over")
    await see("left over")
    resize({ columns: 90, rows: 30 })
    await seeNo("left over")
    await see("Users 1 of 4", "● live")
  })

  test("speaks kitty's keyboard protocol where the terminal does, and no more afterwards", async () => {
    const { ended, output, press, see } = start()
    await see("Users 1 of 4")
    expect(output.join("")).toContain("\u001B[?u")
    expect(output.join("")).not.toContain("\u001B[>")
    await press("\u001B[?0u", "\u001B[106;;106u\u001B[106;1:2;106u\u001B[106;1:3u")
    await see("Users 3 of 4")
    await press("\u001B[113;;113u")
    await ended()
    const written = output.join("")
    expect(written.split("\u001B[>31u")).toHaveLength(2)
    expect(written.split("\u001B[<u")).toHaveLength(2)
    expect(written.indexOf("\u001B[<u")).toBeLessThan(written.indexOf("\u001B[?1049l"))
  })

  test("takes Esc and a letter for two keys, however close", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("\u001Bj")
    await see("Users 2 of 4")
    await press("/", "\u001B", "j")
    await see("Users 3 of 4")
    await press("\u001B[", "B")
    await see("Users 4 of 4")
  })

  test("that is too small shows one sentence, and the program again when it grows", async () => {
    const { lines, resize, see } = start({ columns: 40, rows: 6 })
    await see("Too small (30 columns and 8 rows are")
    expect(lines().filter((line) => line !== "")).toHaveLength(2)
    resize({ columns: 80, rows: 24 })
    await see("Users 1 of 4")
  })

  test("that is too small takes no key but that which quits", async () => {
    const { ended, press, resize, see, wire } = start({ columns: 80, rows: 24 })
    await see("Users 1 of 4", "● live")
    resize({ columns: 29, rows: 24 })
    await see("Only Ctrl-C")
    await press("j", "d", "q", "/", "x", "enter", "\u001B[200~ada\u001B[201~")
    resize({ columns: 80, rows: 24 })
    await see("Users 1 of 4")
    expect(wire.requests.filter((line) => !/^GET|auth/.test(line))).toEqual([])
    resize({ columns: 29, rows: 24 })
    await see("Only Ctrl-C")
    await press("ctrl+c")
    expect(await ended()).toMatchObject({ _tag: "Success" })
  })

  test.each([true, false])("shows states in glyph and word whether or not it has colour (%s)", async (colour) => {
    const { output, press, see } = start({ colour })
    await see(/❯  ● active/, /○ inactive/, "● live")
    await press("j", "d")
    await see(/❯  ○ inactive/, "✓ grace@example.com is deactivated")
    expect(isColoured(output.join(""))).toBe(colour)
  })
})
