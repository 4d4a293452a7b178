import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

describe("the filter key in the details", () => {
  test.each([
    { columns: 80, rows: 24 },
    { columns: 120, rows: 24 }
  ])("opens the filter of the list, so that no letter runs a command ($columns columns)", async (size) => {
    const { press, see, seeNo, wire } = start(size)
    await see("Users 1 of 4", "● live")
    await press("G", "enter")
    await see("Tab back to the list", "/ filter")
    await press("/", "d")
    await see("NAME", "/ d", "⏎ apply")
    await seeNo("deactivat")
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toEqual([])
  })
})

describe("filter", () => {
  test("asks the service, and shows the matches until Esc clears it", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("/")
    await see("field=value, such as email=grace@example.com", "⏎ apply")
    await press("email=grace@example.com", "enter")
    await see("Users 1 of 1 · filter email=grace@example.com", "❯  ● active        Grace Hopper")
    await seeNo("linus@example.com")
    expect(wire.requests.at(-1)).toContain("filter=email%3Dgrace%40example.com")
    await press("esc")
    await see("Users 1 of 4", "linus@example.com")
  })

  test("can be corrected before it is applied, and cancelled", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("/", "emial", "ctrl+u", "email=x", "esc")
    await seeNo("email=x")
    await see("Users 1 of 4")
    expect(wire.requests.some((line) => line.includes("filter"))).toBe(false)
  })

  test("is empty on a filtered list, and recalls the filter of the list by the up arrow", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("/", "active=false", "enter")
    await see("Users 1 of 1 · filter active=false")
    await press("/", "x")
    await see("/ x▏")
    await press("ctrl+u", "\u001B[A")
    await see("/ active=false▏")
    await press("ctrl+u", "email=grace@example.com", "enter")
    await see("Users 1 of 1 · filter email=grace@example.com")
    await seeNo("active=false")
  })

  test("shows that no user matches and how to return", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("/", "email=nobody@example.com", "enter")
    await see("No user matches email=nobody@example.com. Esc clears the filter.")
    await press("esc")
    await see("Users 1 of 4")
  })

  test("shows why the service rejects it, and keeps the rows", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("/", "nonsense=1", "enter")
    await see("✗ The service refused to list the users:", "Correct the filter", "grace@example.com", "Users 1 of 4")
    await press("esc")
    await seeNo("refused")
  })

  test("leaves half of a small terminal to the rows under a long error", async () => {
    const { press, see } = start({
      columns: 40,
      rows: 12,
      disturb: (line, pass, request) =>
        line.includes("filter")
          ? Wire.json(request, 400, { code: 1, message: "a long story ".repeat(40), name: "generic" })
          : pass
    })
    await see("Users 1 of 4")
    await press("/", "a=1", "enter")
    await see(
      "✗ The service refused",
      "…",
      "dismisses this.",
      "❯  ● active        ada@example.com",
      "grace@example.com"
    )
  })

  test("keeps the rows while it is pending, and can be cancelled", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    wire.disturb = (line, pass) => (line.includes("filter") ? Effect.never : pass)
    await press("/", "email=ada@example.com", "enter")
    await see("loading email=ada@example.com", "◌ refreshing", "grace@example.com")
    await press("esc")
    await seeNo("loading email")
    await see("● live")
  })

  test("completes fields, and names a filter that finds parts of texts", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("/", "nam", "tab", "Grace", "enter")
    await see(
      "No user matches name=Grace. name~=%Grace% also finds parts of texts. Letter case counts. Esc clears the filter."
    )
  })
})

describe("a screen without a filter", () => {
  test.each([
    { place: "the faults of an emulator", keys: ["g", "e", "f"], text: "no faults yet" },
    { place: "the forms of the registration", keys: ["g", "r"], text: "Register 1 of 6" },
    { place: "the notices", keys: ["!"], text: "Notices" },
    { place: "the charts of a call", keys: ["g", "c", "G", "tab", "3", "enter"], text: "packet loss, no unit" }
  ])("takes no text after / as keys: $place", async ({ keys, text }) => {
    const { press, see, seeNo, wire } = start({ columns: 140, rows: 40 })
    await see("Users 1 of 4", "● live")
    for (const key of keys) {
      await press(key)
      if (key === "c") await see("Calls 1 of 3", "● live")
      if (key === "3") await see("[3 Stats]", /Charts +on ⏎/)
    }
    await see(text)
    const before = wire.requests.length
    await press("/")
    await see("There is nothing to filter here. Esc or ⏎ goes on.")
    await press("bq:zDn", "backspace", "down", "R")
    await see("There is nothing to filter here.", text)
    await press("enter")
    await seeNo("There is nothing to filter here.")
    await see(text)
    expect(wire.requests.length).toBe(before)
    await press("/", "esc")
    await seeNo("There is nothing to filter here.", "/ …")
  })
})
