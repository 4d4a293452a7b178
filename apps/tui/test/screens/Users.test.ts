import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const selected = (lines: ReadonlyArray<string>) => lines.find((line) => line.startsWith("❯"))

describe("users", () => {
  test("shows the users, and the details of the selected one beside them", async () => {
    const { lines, see, text } = start()
    await see("Users 1 of 4", "grace@example.com", "● live")
    expect(lines()[0]).toMatch(/^remote-assist ▐EMULATOR us▌ emulator\.internal\/us +ada@example\.com · ● live$/)
    expect(lines()[1]).toMatch(/^\[gu Users\] +gp Pods/)
    expect(selected(lines())).toContain("● active        Ada Lovelace")
    expect(text()).toMatch(/○ inactive +Edsger Dijkstra/)
    expect(text()).toMatch(/│ User name +ada/)
  })

  test("moves with arrows and vim keys", async () => {
    const { lines, press, see } = start()
    await see("Users 1 of 4")
    await press("j", "down")
    await see("Users 3 of 4")
    expect(selected(lines())).toContain("linus@example.com")
    await press("k", "up", "G")
    await see("Users 4 of 4")
    await press("g", "g")
    await see("Users 1 of 4")
    await press("2", "j")
    await see("Users 3 of 4")
  })

  test("jumps to the end of 100,000 users with one request, and draws only the rows that fit", async () => {
    const { lines, output, press, see, wire } = start({ users: 100_000, rows: 30 })
    await see("Users 1 of 100,000", "● live")
    output.length = 0
    await press("G")
    await see("Users 100,000 of 100,000", "● live")
    expect(wire.requests.filter((line) => line.includes("/users"))).toEqual([
      "GET /v1r1/enterprise/users?page=1&page_size=100",
      "GET /v1r1/enterprise/users?page=1000&page_size=100"
    ])
    const rows = lines().filter((line) => /^[❯ ]  [●○] (in)?active/.test(line))
    expect(rows).toHaveLength(30 - 5)
    await press("5", "0", "%")
    await see("Users 50,001 of 100,000", "● live")
    await press("1", "2", "3", "4", "5", "G")
    await see("Users 12,345 of 100,000", "● live")
    expect(wire.requests.filter((line) => line.includes("/users"))).toHaveLength(4)
    expect(output.join("").match(/@example\.com/g)?.length).toBeLessThan(400)
  })

  test("fetches the next page before the selection gets there", async () => {
    const { press, see, wire } = start({ users: 1000, rows: 24 })
    await see("Users 1 of 1,000", "● live")
    await press("pageDown", "pageDown", "pageDown")
    await see("Users 58 of 1,000", "● live")
    expect(wire.requests.at(-1)).toContain("page=2&")
  })

  test("shows which rows are loading", async () => {
    const { press, see, seeNo, wire } = start({ users: 1000 })
    await see("Users 1 of 1,000", "● live")
    const gate = Promise.withResolvers<void>()
    wire.disturb = (_, pass) =>
      Effect.andThen(
        Effect.promise(() => gate.promise),
        pass
      )
    await press("G")
    await see("◌ loading", "◌ refreshing")
    gate.resolve()
    await see("● live")
    await seeNo("◌ loading")
  })

  test("goes on Enter into the details that stand beside the list, to all of the screen, and back on Esc", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4", "│ User name  ada")
    await press("enter")
    await see("║ User name  ada", "Tab back to the list", "⏎ full screen")
    await press("enter")
    await seeNo("Grace Hopper", "⏎")
    await press("enter", "down")
    await seeNo("Grace Hopper")
    await press("esc")
    await see("│ User name  ada", "⏎ details", "Grace Hopper")
  })

  test("opens the details below the list if there is no room beside it", async () => {
    const { press, see, seeNo } = start({ columns: 80, rows: 24 })
    await see("Users 1 of 4")
    await seeNo("User name")
    await press("tab")
    await see("User name  ada", "grace@example.com")
    await press("tab", "esc")
    await seeNo("User name")
  })

  test("opens the details in full on Enter if there is no room beside the list, and returns", async () => {
    const { press, see, seeNo } = start({ columns: 80, rows: 24 })
    await see("Users 1 of 4", "● live")
    await press("enter")
    await see("User name  ada", "Tab back to the list")
    await press("enter", "enter")
    await seeNo("grace@example.com", "⏎")
    await press("esc")
    await see("Users 1 of 4", "grace@example.com")
  })

  test("cuts names by their width, and removes control sequences", async () => {
    const entry = { id: 1, name: "山田太郎さんさんさんさんさん", email: "\u001B[31mred@example.com", active: true }
    const page = { entries: [entry], total_entries: 1, total_pages: 1, page: 1, page_size: 100 }
    const { lines, output, see } = start({
      columns: 90,
      disturb: (line, pass, request) => (line.includes("/users") ? Wire.json(request, 200, page) : pass)
    })
    await see("Users 1 of 1")
    expect(selected(lines())).toMatch(/^❯  ● active        山田太郎さんさんさん… +�\[31mred@example\.com/)
    expect(output.join("")).not.toContain("\u001B[31mred")
  })
})
