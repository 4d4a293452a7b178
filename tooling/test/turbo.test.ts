import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { expect, onTestFinished, test } from "vitest"

test("turbo prints no notice at its first start in a home folder", () => {
  const home = mkdtempSync(join(tmpdir(), "remote-assist-turbo-"))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const { TURBO_TELEMETRY_DISABLED: _, ...env } = process.env
  const command = [join(import.meta.dirname, "../turbo.ts"), "check:words", "--dry=json"]
  const { status, stderr } = spawnSync(process.execPath, command, {
    env: { ...env, HOME: home, XDG_CONFIG_HOME: home },
    encoding: "utf8"
  })
  expect([status, stderr]).toEqual([0, ""])
})
