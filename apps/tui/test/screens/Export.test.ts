import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import { describe, expect, onTestFinished, test, vi } from "vitest"

import { start } from "../support/start.ts"

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), "remote-assist-test-"))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

describe("an export", () => {
  test("writes all rows of the filter to a file, and shows their number", async () => {
    const path = folder()
    const { press, see } = start({ users: 250 })
    await see("Users 1 of 250")
    await press("/", "active=true", "enter")
    await see("filter active=true")
    await press("x")
    await see("Write to users.csv▏")
    await press("ctrl+u", join(path, "active.csv"), "enter")
    await see(/✓ \d+ users written to/)
    const [heading, ...rows] = readFileSync(join(path, "active.csv"), "utf8").trimEnd().split("\r\n")
    expect(heading).toContain("email")
    expect(heading).not.toContain("token")
    expect(rows.length).toBeGreaterThan(150)
  })

  const exported = (path: string) => readFileSync(path, "utf8").trimEnd().split("\r\n")

  test("writes the rows and columns on screen, and says so before", async () => {
    const path = folder()
    const { press, see } = start({ users: 299 })
    await see("Users 1 of 299")
    await press("/", "ma", "enter", ":", "sort name", "enter", ":", "sort name", "enter")
    await see(/[1-9]\d? with "ma", sorted by NAME, descending/)
    await press(":", "columns email", "enter", ":", "columns id", "enter", "x")
    await see(/Rows: \d+ with "ma", sorted by NAME, descending: 100 loaded of 299\. Fields: name, role_name/)
    await press("ctrl+u", join(path, "seen.csv"), "enter")
    await see(/✓ \d+ users written to/)
    const [heading, ...rows] = exported(join(path, "seen.csv"))
    expect(heading).toBe("name,role_name,last_used_at,id")
    const names = rows.map((row) => row.split(",")[0] ?? "")
    expect(names.length).toBeLessThan(100)
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true })))
  })

  test("writes the marked rows, in the order of the list", async () => {
    const path = folder()
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("v", "j", "j", "v", ":", "sort name", "enter", ":", "sort name", "enter")
    await see("sorted by NAME, descending")
    await press("x")
    await see("Rows: 2 marked. Fields: all.")
    await press("ctrl+u", join(path, "marked.json"), "enter")
    await see("✓ 2 users written to")
    const rows: ReadonlyArray<{ readonly id: number }> = JSON.parse(readFileSync(join(path, "marked.json"), "utf8"))
    expect(rows.map(({ id }) => id)).toEqual([103, 101])
  })

  test("writes all rows that match but those without a mark", async () => {
    const path = folder()
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("*", "v", "x")
    await see("Rows: all 4 marked but 1. Fields: all.")
    await press("ctrl+u", join(path, "others.csv"), "enter")
    await see("✓ 3 users written to")
    expect(readFileSync(join(path, "others.csv"), "utf8")).not.toContain("ada@example.com")
  })

  test("does not offer to overwrite a folder or a device", async () => {
    const path = folder()
    const { press, see } = start()
    await see("Users 1 of 4")
    mkdirSync(join(path, "users.csv"))
    await press("x", "ctrl+u", join(path, "users.csv"), "enter")
    await see("is not a file. Use another path.", /Write to .*▏/)
  })

  test("resolves ~ to the home folder", async () => {
    const home = folder()
    vi.stubEnv("HOME", home)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("x", "ctrl+u", "~/mine.csv", "enter")
    await see(/✓ \d+ users written to/)
    expect(readdirSync(home)).toEqual(["mine.csv"])
  })

  test("writes JSON to a file of that ending, and rejects an unknown ending", async () => {
    const path = folder()
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("x", "ctrl+u", "enter")
    await see("Type the path of a file, such as users.csv.", "Write to")
    await press("esc")
    await press("x", "ctrl+u", join(path, "u.xlsx"), "enter")
    await see("u.xlsx names no format. Use .csv, .json or .ndjson.")
    await press(...Array.from({ length: 4 }, () => "backspace"), "json", "enter")
    await see("✓ 4 users written to")
    expect(JSON.parse(readFileSync(join(path, "u.json"), "utf8"))).toHaveLength(4)
    expect(readdirSync(path)).toEqual(["u.json"])
  })

  test("asks before it overwrites a file", async () => {
    const path = join(folder(), "users.csv")
    writeFileSync(path, "mine")
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("x", "ctrl+u", path, "enter")
    await see("This file exists: ⏎ again overwrites it.")
    expect(readFileSync(path, "utf8")).toBe("mine")
    await press("enter")
    await see("✓ 4 users written to")
    expect(readFileSync(path, "utf8")).toContain("ada@example.com")
  })

  test("starts once, and not at all if it is cancelled at once", async () => {
    const path = folder()
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    const lists = () => wire.requests.filter((line) => /^GET .*\/users\?/.test(line)).length
    const before = lists()
    await press("x", "ctrl+u", join(path, "left.csv"))
    await see("left.csv▏")
    await press("\r\u001B[27u")
    await seeNo("Write to")
    await press("x", "ctrl+u", join(path, "users.csv"))
    await see("users.csv▏")
    await press("\r\r")
    await see("✓ 4 users written to")
    await press("?")
    await see("Help")
    expect(readdirSync(path)).toEqual(["users.csv"])
    expect(lists()).toBe(before + 1)
  })

  test("delays a profile switch, a log-in, a log-out and the end of the program", async () => {
    const path = join(folder(), "users.csv")
    const other = { name: "other", region: "us", address: "", isReadOnly: false, whose: undefined }
    const { ended, press, see, wire } = start({ users: 500, profiles: [other] })
    await see("Users 1 of 500")
    const { promise, resolve } = Promise.withResolvers<void>()
    wire.disturb = (line, pass) =>
      line.includes("page=3&")
        ? Effect.andThen(
            Effect.promise(() => promise),
            pass
          )
        : pass
    await press("x", "ctrl+u", path, "enter")
    await see(/Writing .*: 200 of 500/)
    await press(":", "profile other", "enter")
    await see("A file is being written: wait for it before you leave this profile.")
    await press("esc", ":", "login", "enter")
    await see("A file is being written: wait for it.")
    await press(":", "login anonymous", "enter")
    await see(": login anonymous▏", "A file is being written: wait for it.")
    await press("esc", ":", "logout", "enter")
    await see("A file is being written: log out when it is there.")
    await press("enter", "esc", "q")
    await see("A file is being written: the program ends when it is there.")
    resolve()
    expect(await ended()).toMatchObject({ _tag: "Success" })
    expect(readFileSync(path, "utf8").split("\r\n").length).toBeGreaterThan(500)
  })

  test("leaves no file if it is stopped or cannot be written", async () => {
    const path = folder()
    const { press, see, wire } = start({ users: 500 })
    await see("Users 1 of 500")
    await press("x", "ctrl+u", join(path, "nowhere", "users.csv"), "enter")
    await see(/✗ Cannot write/, /Write to .*users\.csv▏/)
    await press("esc", "esc")
    wire.disturb = (line, pass) => (line.includes("page=3&") ? Effect.never : pass)
    await press("x", "ctrl+u", join(path, "users.csv"), "enter")
    await see(/Writing .*: 200 of 500\. Esc stops\./)
    expect(readdirSync(path)).not.toContain("users.csv")
    await press("esc")
    await see("Nothing was written to", "it was stopped")
    expect(readdirSync(path)).toEqual([])
  })
})
