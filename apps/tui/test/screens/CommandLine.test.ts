import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

describe("the command line", () => {
  test("does what keys do, by the name of the command or its beginning", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press(":", "row 3", "enter")
    await see("Users 3 of 4")
    await press(":", "pods", "enter")
    await see(/^Pods \d/m)
    await press(":", "us", "enter")
    await see("Users 3 of 4")
    await press(":", "2", "enter")
    await see("Users 2 of 4")
    await press(":", "deactivate", "enter")
    await see("grace@example.com is deactivated")
  })

  test("completes commands and what they are given", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press(":", "fil", "tab")
    await see(": filter ▏")
    await press("acti", "tab", "false", "enter")
    await see("filter active=false")
  })

  test("says which commands there are where one is not known, and keeps what was typed", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press(":", "frobnicate now", "enter")
    await see("There is no command frobnicate here.", ": frobnicate now▏")
    await press("esc")
    await seeNo("frobnicate")
  })

  test("takes letters for text, and neither commands nor counts", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press(":", "dD5q!", "esc")
    await see("Users 1 of 4")
    expect(wire.requests.filter((line) => /^(?:PUT|DELETE)/.test(line))).toEqual([])
  })
})

describe("the palette", () => {
  test("finds a command by some of its letters, tells its key, and does it", async () => {
    const { press, see } = start({ rows: 60 })
    await see("Users 1 of 4")
    await press("j", "\u0010")
    await see("Commands · 1 of", "reactivate", /logout +log out/)
    await press("dact")
    await see(/❯ deactivate +d/)
    await press("enter")
    await see("grace@example.com is deactivated")
  })

  test("says where nothing fits, and does nothing then", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("\u0010", "xyzzy", "enter")
    await see("Nothing fits what is typed.")
    await press("esc")
    await see("❯  ● active")
  })
})
