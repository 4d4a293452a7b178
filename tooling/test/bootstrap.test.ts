import { spawn, spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { describe, expect, onTestFinished, test, vi } from "vitest"

const tooling = fileURLToPath(new URL("../", import.meta.url))

/** A clone with the record of an install, and a pnpm that only says that it ran. */
const clone = (record: object | undefined, age = 0) => {
  const folder = mkdtempSync(join(tmpdir(), "remote-assist-bootstrap-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ["tooling", "packages", "apps", "bin", "node_modules"]) mkdirSync(join(folder, name))
  for (const name of ["bootstrap.cjs", "node-version.cjs"]) cpSync(join(tooling, name), join(folder, "tooling", name))
  writeFileSync(join(folder, "package.json"), "{}")
  writeFileSync(join(folder, "bin", "pnpm"), '#!/bin/sh\necho "ran pnpm" >&2\n')
  chmodSync(join(folder, "bin", "pnpm"), 0o755)
  const file = join(folder, "node_modules", ".pnpm-workspace-state-v1.json")
  if (record !== undefined) {
    writeFileSync(file, JSON.stringify(record))
    const seconds = Date.now() / 1000 - age
    utimesSync(file, seconds, seconds)
  }
  const path = [join(folder, "bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter)
  const command = [join(folder, "tooling", "bootstrap.cjs")]
  const env = { ...process.env, PATH: path }
  const start = () => {
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: "utf8" })
    return {
      status,
      isInstalling: stderr.includes("ran pnpm"),
      hasStamp: existsSync(join(folder, "node_modules", ".installed-build"))
    }
  }
  /** Starts the command beside others; `see` waits for a text on standard error. */
  const startBeside = () => {
    const child = spawn(process.execPath, command, { env })
    let stderr = ""
    child.stderr.on("data", (data) => (stderr += String(data)))
    const ended = new Promise<string>((resolve) => child.on("close", () => resolve(stderr)))
    return { ended, see: (text: RegExp) => vi.waitFor(() => expect(stderr).toMatch(text), { timeout: 20_000 }) }
  }
  return { folder, start, startBeside }
}

describe.skipIf(process.platform === "win32")("the start of a command", () => {
  test("installs nothing after a plain `pnpm install`", () => {
    expect(clone({ filteredInstall: false, settings: {} }, -60).start()).toEqual({
      status: 0,
      isInstalling: false,
      hasStamp: false
    })
  })

  test.each([
    ["without an install", undefined, 0],
    ["after an install of a part", { filteredInstall: true, settings: {} }, -60],
    ["after an install without tools", { filteredInstall: false, settings: { dev: false } }, -60],
    ["after an install that is older than a manifest", { filteredInstall: false, settings: {} }, 60]
  ] as const)("installs once %s", (_, record, age) => {
    const { start } = clone(record, age)
    expect(start()).toEqual({ status: 0, isInstalling: true, hasStamp: true })
    expect(start()).toEqual({ status: 0, isInstalling: false, hasStamp: true })
  })

  test("waits for another command that installs, and does not install again", async () => {
    const { folder, startBeside } = clone(undefined)
    const pnpm = `#!/bin/sh\necho "ran pnpm" >&2\nwhile [ ! -e "${folder}/go" ]; do sleep 0.05; done\n`
    writeFileSync(join(folder, "bin", "pnpm"), pnpm)
    const first = startBeside()
    await first.see(/ran pnpm/)
    const second = startBeside()
    await second.see(/Waiting for another command|ran pnpm/)
    writeFileSync(join(folder, "go"), "")
    await first.ended
    expect(await second.ended).toBe("Waiting for another command that installs.\n")
    expect(existsSync(join(folder, "node_modules", ".installing"))).toBe(false)
  })

  test("does not wait for a command that was killed while it installed", () => {
    const { folder, start } = clone(undefined)
    const { pid } = spawnSync(process.execPath, ["--version"])
    writeFileSync(join(folder, "node_modules", ".installing"), String(pid))
    expect(start()).toEqual({ status: 0, isInstalling: true, hasStamp: true })
  })
})
