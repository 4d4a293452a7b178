import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import pty from "@lydell/node-pty"
import xterm from "@xterm/headless"
import * as Result from "effect/Result"
import { describe, expect, onTestFinished, test, vi } from "vitest"

import * as Clipboard from "../../src/input/Clipboard.ts"

const osc52 = (text: string) => `\u001B]52;c;${Buffer.from(text).toString("base64")}\u0007`

const sent = (text: string, environment: NodeJS.ProcessEnv = {}) =>
  Result.getOrThrow(Clipboard.sequence(text, environment))

/** What a terminal takes for its clipboard, and what stands on it. */
const shown = async (data: string) => {
  const terminal = new xterm.Terminal({ cols: 80, rows: 10, allowProposedApi: true })
  onTestFinished(() => terminal.dispose())
  const copied: Array<string> = []
  terminal.parser.registerOscHandler(52, (data) => {
    copied.push(Buffer.from(data.replace(/^c;/, ""), "base64").toString())
    return true
  })
  await new Promise<void>((done) => terminal.write(data, done))
  const lines = Array.from({ length: 10 }, (_, at) => terminal.buffer.active.getLine(at)?.translateToString(true))
  return { copied, text: lines.join("") }
}

describe("a copied text", () => {
  test.each(["Ada", "Adá ☎ 😀 日本", "two\nlines\tand more", " ", "x".repeat(Clipboard.maxBytes), "é".repeat(37_000)])(
    "reaches the clipboard of a terminal, and not its screen: %.20s",
    async (text) => {
      expect(await shown(sent(text))).toEqual({ copied: [text], text: "" })
    }
  )

  test("has no controls that a shell would obey when it is pasted", async () => {
    const text = "Ada\u001B[201~\r\nrm\u0000 \u009B2J\u0007\rend\u007F\u202E"
    expect((await shown(sent(text))).copied).toEqual(["Ada[201~\nrm 2J\nend\u202E"])
  })

  test("has halves of characters replaced", async () => {
    expect((await shown(sent("a\uD83Db"))).copied).toEqual(["a\uFFFDb"])
  })

  test.each([
    ["x".repeat(Clipboard.maxBytes + 1), {}, "It is too long to copy: 74,995 bytes, and terminals take 74,994."],
    ["☎".repeat(25_000), {}, "It is too long to copy: 75,000 bytes, and terminals take 74,994."],
    ["", {}, "There is nothing to copy."],
    ["\u001B\u0007", {}, "There is nothing to copy."],
    ["Ada", { TERM: "linux" }, "This terminal has no clipboard."],
    ["Ada", { TERM: "dumb" }, "This terminal has no clipboard."],
    ["Ada", { TERM: "screen", STY: "1.pts" }, "This terminal has no clipboard."]
  ])("is refused where it cannot be: %.10s %j", (text, environment, why) => {
    expect(Clipboard.sequence(text, environment)).toEqual(Result.fail(why))
  })

  test("fits what terminals take at once", () => {
    expect(sent("x".repeat(Clipboard.maxBytes))).toHaveLength(100_000)
  })

  test("is written at once, or not at all", () => {
    const written: Array<string> = []
    const clipboard = Clipboard.make({ write: (data) => written.push(data) }, {})
    expect(clipboard.copy("Ada")).toEqual(Result.succeed(undefined))
    expect(Result.isFailure(clipboard.copy("x".repeat(80_000)))).toBe(true)
    expect(written).toEqual([osc52("Ada")])
  })
})

const hasTmux = spawnSync("tmux", ["-V"]).status === 0

/** A tmux with options of its own, in a terminal; a program in its pane copies a text. */
const inTmux = (text: string, options: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "clipboard-"))
  const socket = join(folder, "socket")
  const tmux = (...args: ReadonlyArray<string>) =>
    spawnSync("tmux", ["-S", socket, ...args], { encoding: "utf8" }).stdout
  writeFileSync(join(folder, "tmux.conf"), options.map((option) => `set -g ${option}\n`).join(""))
  const module = new URL("../../src/input/Clipboard.ts", import.meta.url).href
  writeFileSync(
    join(folder, "copy.mjs"),
    `import { make } from ${JSON.stringify(module)}
     make(process.stdout, process.env).copy(${JSON.stringify(text)})
     process.stdout.write("copied")
     setInterval(() => undefined, 1000)`
  )
  const { STY: _, TMUX: __, TMUX_PANE: ___, ...environment } = process.env
  const outer = pty.spawn(
    "tmux",
    [
      "-S",
      socket,
      "-f",
      join(folder, "tmux.conf"),
      "new-session",
      `'${process.execPath}' '${join(folder, "copy.mjs")}'`
    ],
    { cols: 80, rows: 10, name: "xterm-256color", env: environment }
  )
  let written = ""
  outer.onData((data) => {
    written += data
  })
  onTestFinished(() => {
    tmux("kill-server")
    outer.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
  return { tmux, until, written: () => written }
}

describe.runIf(hasTmux)("within tmux", { timeout: 40_000 }, () => {
  test("is taken where set-clipboard is on, and handed on", async () => {
    const { tmux, until, written } = inTmux("Adá's\nlines", ["set-clipboard on", "allow-passthrough off"])
    await until(() => expect(tmux("show-buffer")).toBe("Adá's\nlines"))
    await until(() => expect(written()).toContain(Buffer.from("Adá's\nlines").toString("base64")))
    expect(tmux("capture-pane", "-p").trim()).toBe("copied")
  })

  test("passes through if that is allowed, even if tmux ignores the plain sequence", async () => {
    const { tmux, until, written } = inTmux("Ada", ["set-clipboard external", "allow-passthrough on"])
    await until(() => expect(written()).toContain(osc52("Ada")))
    expect(tmux("show-buffer")).toBe("")
  })

  test("is one buffer if both work, also for a long text", async () => {
    const text = "long ".repeat(14_000)
    const { tmux, until, written } = inTmux(text, ["set-clipboard on", "allow-passthrough on"])
    await until(() => expect(tmux("show-buffer")).toBe(text))
    await until(() => expect(written()).toContain(osc52(text)))
    await until(() => expect(tmux("capture-pane", "-p").trim()).toBe("copied"))
    expect(tmux("list-buffers").trim().split("\n")).toHaveLength(1)
  })
})
