import { describe, expect, test } from "vitest"

import { keyText, defaultKeys } from "../../src/keymap/Keys.ts"
import { start } from "../support/start.ts"

describe("help", () => {
  test("shows every key of the keymap in its search, and closes", async () => {
    const { press, see, text } = start({ columns: 140, rows: 220 })
    await see("Users 1 of 4")
    await press("?")
    await see("Every list", "delete (cannot be undone)", "search the keys of all screens")
    expect(text()).not.toContain("Log-in form")
    await press("/")
    await see("Log-in form")
    for (const { keys, label } of defaultKeys.bindings) {
      expect(text()).toContain(label)
      expect(text()).toContain(keys.map(keyText).join(" "))
    }
    await press("esc", "esc")
    await see("Users 1 of 4")
  })

  test("is named by a letter that does nothing, until another key is pressed", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4", "● live")
    await press("I")
    await see("I does nothing here. ? shows the keys.")
    await press("j")
    await seeNo("does nothing here")
    await press("g", "x")
    await see("gx does nothing here. ? shows the keys.")
    await press("?", "x")
    await see("x does nothing here.", "Esc close")
    await seeNo("shows the keys")
  })

  test("finds nothing by the mark of dangerous keys, and says that no key matches", async () => {
    const { press, see, seeNo } = start({ columns: 140, rows: 40 })
    await see("Users 1 of 4")
    await press("?", "/", "undo")
    await see(/z +undo/)
    await seeNo("cannot be undone")
    await press("zzz")
    await see("No key matches.")
  })

  test("keeps both directions on a narrow screen", async () => {
    const { press, see } = start({ columns: 30, rows: 12 })
    await see("Users 1 of 4")
    await press("?")
    await see("↓ down  Esc close")
  })

  /** The titles of the help, from its first line on. */
  const titles = (text: string) => {
    const known = [
      "Users",
      "Pods",
      "Calls",
      "Journal",
      "Outbox",
      "In the details",
      "Every list",
      "Everywhere",
      "Always"
    ]
    const more = ["In the boxes of a screen", "In a list that is followed", "In the charts of a call", "Log-in form"]
    const own = ["Calls: in the details", "Lists with a filter", "Register", "Before logging in"]
    const all = new Set([...known, ...more, ...own])
    return text
      .split("\n")
      .map((line) => line.replaceAll("│", "").trim())
      .filter((line) => all.has(line))
  }

  test.each([
    {
      what: "a screen",
      keys: ["g", "p"],
      there: "Pods 1 of",
      first: ["Pods", "Lists with a filter", "Every list", "Everywhere", "Always"]
    },
    {
      what: "the details of a row",
      keys: ["g", "c", "tab"],
      there: "3 Stats",
      first: ["In the details", "Calls: in the details", "Calls", "Lists with a filter", "Everywhere", "Always"]
    },
    {
      what: "a box",
      keys: ["g", "e", "j"],
      there: "Journal 2 of 2",
      first: [
        "Journal",
        "In a list that is followed",
        "Lists with a filter",
        "In the boxes of a screen",
        "Everywhere",
        "Always"
      ]
    }
  ])("lists the keys of $what, then what is everywhere, and no others", async ({ first, keys, there }) => {
    const { press, see, text } = start({ columns: 80, rows: 120 })
    await see("Users 1 of 4")
    await press(...keys)
    await see(there)
    await press("?")
    await see("Help")
    expect(titles(text())).toEqual(first)
  })

  test("starts with the keys of a screen before the log-in", async () => {
    const { press, see, text } = start({ columns: 80, rows: 120, loggedOut: true })
    await see("E-mail")
    await press("\u000e")
    await see("? help")
    await press("?")
    await see("Help")
    expect(titles(text())).toEqual(["Register", "Every list", "Before logging in", "Always"])
  })

  test("is searched for a word, and shows the keys of the screen again", async () => {
    const { press, see, seeNo } = start({ columns: 100, rows: 30 })
    await see("Users 1 of 4")
    await press("?")
    await see("/ search all keys")
    await press("/", "curl")
    await see("the list's request as curl", "copy as curl")
    await seeNo("deactivate")
    await press("esc")
    await see("deactivate")
    await press("esc")
    await see("Users 1 of 4")
  })

  test("scrolls if it does not fit", async () => {
    const { press, see } = start({ columns: 60, rows: 14 })
    await see("Users 1 of 4")
    await press("?")
    await see(/more lines below/, "deactivate")
    for (let line = 0; line < 400; line++) await press("j")
    await see("search the keys of all")
    await press("k", "q")
    await see("Users 1 of 4")
  })
})
