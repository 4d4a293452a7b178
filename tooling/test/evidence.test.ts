import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, describe, expect, it } from "vitest"

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const folder = mkdtempSync(join(tmpdir(), "evidence-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("tooling/evidence.ts", () => {
  it.each([
    ["no flag", []],
    ["--write", ["--write"]]
  ])("refuses %s without reports of a test run", (_, args) => {
    const read = () => readFileSync(fileOf("apps/http-mock/evidence.json"), "utf8")
    const before = read()
    const { status, stderr } = spawnSync(process.execPath, [fileOf("tooling/evidence.ts"), ...args], {
      cwd: folder,
      encoding: "utf8"
    })
    expect([status, stderr]).toEqual([1, "No test run left evidence. Run `pnpm test` first.\n"])
    expect(read()).toBe(before)
  })
})
