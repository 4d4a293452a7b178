import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const site = mkdtempSync(join(tmpdir(), "site-"))
afterAll(() => rmSync(site, { recursive: true, force: true }))

it("the documentation site builds without a dead link, with pages of the whole repository", () => {
  const vitepress = join(root, "node_modules/vitepress/bin/vitepress.js")
  const { status, stderr, stdout } = spawnSync(process.execPath, [vitepress, "build", "docs", "--outDir", site], {
    cwd: root,
    encoding: "utf8"
  })
  expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" })
  const architecture = readFileSync(join(site, "architecture.html"), "utf8")
  expect(architecture).toContain("A request in the emulator")
  expect(readFileSync(join(site, "reference/operations-pods.html"), "utf8")).toMatch(
    /vp-code-group.*curl.*Promises.*Effect/s
  )
  expect(architecture).toMatch(/<a href="\/decisions"[^>]*>Decisions<\/a>/)
}, 120_000)
