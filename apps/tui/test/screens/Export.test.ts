import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, onTestFinished, test } from "vitest"

import { start } from "../support/start.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "remote-assist-test-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

describe("an export", () => {
  test("writes all that the filter lists to a file, and says how many", async () => {
    const path = folder()
    const { press, see } = start({ users: 250 })
    await see("Users 1 of 250")
    await press("/", "active=true", "enter")
    await see("filter active=true")
    await press("x")
    await see("Write as CSV to users.csv▏")
    await press("ctrl+u", join(path, "active.csv"), "enter")
    await see(/✓ \d+ users written to/)
    const [heading, ...rows] = readFileSync(join(path, "active.csv"), "utf8").trimEnd().split("\r\n")
    expect(heading).toContain("email")
    expect(heading).not.toContain("token")
    expect(rows.length).toBeGreaterThan(150)
  })

  test("asks before it replaces a file", async () => {
    const path = join(folder(), "users.csv")
    writeFileSync(path, "mine")
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("x", "ctrl+u", path, "enter")
    await see("There is such a file: ⏎ once more replaces it.")
    expect(readFileSync(path, "utf8")).toBe("mine")
    await press("enter")
    await see("✓ 4 users written to")
    expect(readFileSync(path, "utf8")).toContain("ada@example.com")
  })

  test("leaves nothing where it is stopped, or cannot be written", async () => {
    const path = folder()
    const { press, see, wire } = start({ users: 500 })
    await see("Users 1 of 500")
    await press("x", "ctrl+u", join(path, "nowhere", "users.csv"), "enter")
    await see("✗ Nothing was written to")
    await press("esc")
    wire.disturb = (line, pass) => (line.includes("page=3&") ? Effect.never : pass)
    await press("x", "ctrl+u", join(path, "users.csv"), "enter")
    await see(/Writing .*: 200 of 500\. Esc stops\./)
    expect(readdirSync(path)).not.toContain("users.csv")
    await press("esc")
    await see("Nothing was written to", "it was stopped")
    expect(readdirSync(path)).toEqual([])
  })
})
