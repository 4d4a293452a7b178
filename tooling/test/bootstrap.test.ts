import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { describe, expect, onTestFinished, test } from "vitest"

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
  return () => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "tooling", "bootstrap.cjs")], {
      env: { ...process.env, PATH: path },
      encoding: "utf8"
    })
    return {
      status,
      isInstalling: stderr.includes("ran pnpm"),
      hasStamp: existsSync(join(folder, "node_modules", ".installed-build"))
    }
  }
}

describe.skipIf(process.platform === "win32")("the start of a command", () => {
  test("installs nothing after a plain `pnpm install`", () => {
    expect(clone({ filteredInstall: false, settings: {} }, -60)()).toEqual({
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
    const start = clone(record, age)
    expect(start()).toEqual({ status: 0, isInstalling: true, hasStamp: true })
    expect(start()).toEqual({ status: 0, isInstalling: false, hasStamp: true })
  })
})
