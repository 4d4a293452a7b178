import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { describe, expect, onTestFinished, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { run } from "../support/pty.ts"

const folderWith = (keys: unknown) => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-keys-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "remote-assist"))
  const file = join(folder, "remote-assist", "keys.json")
  writeFileSync(file, typeof keys === "string" ? keys : JSON.stringify(keys))
  return { file, env: { XDG_CONFIG_HOME: folder } }
}

describe("a key file", () => {
  test("applies to the screen", async () => {
    const program = run("main.ts --demo", { env: folderWith({ "list.down": ["J"], "app.quit": ["Q"] }).env })
    await program.see("Users 1 of", "● live", "Q quit")
    await program.press("j", "q", "J")
    await program.see("Users 2 of")
    await program.press("Q")
    await program.see("exit=0")
  })

  test("is read from the given path instead of the default path", async () => {
    const { file } = folderWith({ "app.quit": ["Q"] })
    const program = run(`main.ts --demo --keys "${file}"`, { env: folderWith({ "app.quit": ["W"] }).env })
    await program.see("● live", "Q quit")
    await program.press("Q")
    await program.see("exit=0")
  })

  test.each(["main.ts --demo", "main.ts --demo --screen-reader"])(
    "with mistakes is refused by %s, with one sentence for each mistake",
    async (entry) => {
      const { env } = folderWith({ "sort.open": ["d"], "list.dwn": ["j"] })
      const program = run(entry, { env, columns: 250 })
      await program.see('"list.dwn" is not a command: write "list.down"', '"d" is both', "keys.json", "exit=1")
      expect(program.terminal.buffer.active.type).toBe("normal")
    }
  )

  test("is shown with all commands, as a table and as JSON", async () => {
    const { env } = folderWith({ "list.down": ["J"], "app.quit": null })
    const table = await remoteAssist(["keys"], { env })
    expect(table).toMatchObject({ code: 0 })
    expect(table.stdout).toMatch(/^COMMAND +KEYS +WHERE +LABEL\n/)
    expect(table.stdout).toMatch(/^list\.down +J +list +down$/m)
    const { stdout } = await remoteAssist(["keys", "--json"], { env })
    expect(JSON.parse(stdout)).toContainEqual({ command: "app.quit", keys: [], where: "global", label: "quit" })
  })

  test("is checked before it is used", async () => {
    const { file } = folderWith({ "list.dwn": ["j"] })
    expect(await remoteAssist(["keys", "check", file])).toMatchObject({
      code: 1,
      stderr: `Cannot use ${file}: "list.dwn" is not a command: write "list.down", or see remote-assist keys.\n`
    })
    expect(await remoteAssist(["keys", "check", folderWith({ "list.down": "J" }).file])).toMatchObject({ code: 0 })
    expect((await remoteAssist(["keys", "check", "--json", file])).stdout).toContain('"ok":false')
    expect(await remoteAssist(["keys", "check", `${file}.none`])).toMatchObject({ code: 1 })
  })
})
