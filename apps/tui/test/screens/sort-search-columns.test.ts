import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

const listed = (requests: ReadonlyArray<string>) => requests.filter((line) => line.includes("/users")).length

describe("loaded rows", () => {
  test("are sorted by a column, reversed when it is chosen again, and restored by Esc", async () => {
    const { lines, press, see } = start({ users: 1000 })
    const selected = () => lines().find((line) => line.startsWith("❯"))
    await see("Users 1 of 1,000")
    await press("s", "e-mail", "enter")
    await see("sorted by E-MAIL: 100 loaded of 1,000", "L loads all")
    expect(selected()).toContain("ada@example.com")
    await press("s", "e-mail", "enter")
    await see("sorted by E-MAIL, descending: 100 loaded of 1,000")
    await press("g", "g")
    await see(/^❯.*tony|^❯.*yukihiro|^❯.*vera|^❯.*z/m)
    await press("esc")
    await see("of 1,000")
  })

  test("are searched for a word without a request, as a note says", async () => {
    const { press, see, wire } = start({ users: 1000 })
    await see("Users 1 of 1,000")
    const before = listed(wire.requests)
    await press("/", "GRÁCE", "enter")
    await see(/with "GRÁCE": 100 loaded of 1,000/, "Grace Hopper")
    expect(listed(wire.requests)).toBe(before)
    await press("/", "ctrl+u", "nobody-has-this", "enter")
    await see('No loaded row contains "nobody-has-this".')
    await press("esc")
    await see("Users 1 of 1,000")
  })

  test("are all rows after they have been loaded on request", async () => {
    const { press, see } = start({ users: 450 })
    await see("Users 1 of 450")
    await press("L")
    await see("Rows load as you scroll. Loading all is for sorting or searching: do that first.")
    await press("s", "name", "enter")
    await see("100 loaded of 450")
    await press("L")
    await see("sorted by NAME: all 450 loaded")
  })

  test("are not read above twenty thousand before a confirmation", async () => {
    const { press, see, wire } = start({ users: 50_000 })
    await see("Users 1 of 50,000")
    wire.disturb = (line, pass) => (Number(/[?&]page=(\d+)/.exec(line)?.[1]) > 6 ? Effect.never : pass)
    await press("s", "name", "enter", "L")
    await see("L again reads all 50,000 rows")
    expect(listed(wire.requests)).toBe(1)
    await press("L")
    await see("reading 600 of 50,000")
    await press("esc")
    await see("600 loaded of 50,000")
  })
})

describe("columns", () => {
  test("are marked, unmarked and moved in a menu, and change on Enter", async () => {
    const { lines, press, see, seeNo } = start({ columns: 180 })
    const heading = () => lines().find((line) => line.includes("E-MAIL"))
    await see("Users 1 of 4", "ROLE")
    await press("C", "role")
    await see("[x] ROLE", "Tab mark or unmark", "⏎ choose", "Esc cancel")
    await press("tab")
    await see("[ ] ROLE")
    await press("esc")
    await see("  ROLE ")
    await press("C", "role", "tab", "enter")
    await seeNo("  ROLE ")
    await press(":", "columns id", "enter")
    await see(/ ID /)
    await press("C", "title", "tab", "enter")
    await see("TITLE")
    await press("C", "e-mail", "\u001B[1;5A", "enter")
    await see(/E-MAIL.*NAME/)
    expect(heading()).toMatch(/E-MAIL.*NAME.*LAST USED.*ID.*TITLE/)
    await press(":", "columns reset", "enter")
    await see(/NAME.*E-MAIL.*ROLE/)
  })
})

describe("earlier filters", () => {
  test("are recalled with the arrow keys", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("/", "active=true", "enter")
    await see("filter active=true")
    await press("/", "ctrl+u", "email=grace@example.com", "enter")
    await see("filter email=grace@example.com")
    await press("/", "ctrl+u", "na", "up")
    await see("/ email=grace@example.com▏")
    await press("up")
    await see("/ active=true▏")
    await press("down", "down")
    await see("/ na▏")
  })
})
