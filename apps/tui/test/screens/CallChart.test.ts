import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

/** At the statistics of the call that is over, beside the list. */
const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 140, rows: 40, ...options })
  await program.see("Users 1 of", "● live")
  await program.press("g", "c", "j", "j")
  await program.see("Calls 3 of 3", "● live")
  await program.press("tab", "3")
  await program.see("[3 Stats]", "Linus Torvalds: good throughout.")
  return { ...program, asked: () => program.wire.requests.filter((line) => line.endsWith("/events")).length }
}

describe("the statistics of a call", () => {
  test("are shown in words beside the list, and as charts on Enter", async () => {
    const { press, see, seeNo } = await opened()
    await see(/Charts +on ⏎/, /fair for \d+ %/)
    await press("enter")
    await see("300 ┤", "packet loss, no unit", "cursor 00:00:00 (+0:00)", "[3 Stats]", "In words")
    await seeNo("STARTED")
    await press("right")
    await see("cursor 00:00:05 (+0:05)")
    await press("esc")
    await see("STARTED", "[3 Stats]", /Charts +on ⏎/)
  })

  test("are words about each person and some keys on a small screen, which says that it is too small", async () => {
    const { press, resize, see } = await opened()
    await press("enter")
    await see("In words")
    resize({ columns: 40, rows: 12 })
    await see("Too small for a chart.", "Ada Lovelace: good", "Linus Torvalds: good", "← earlier")
  })

  test.each([60, 44, 36])("show their tabs if the name does not fit, at %s columns", async (columns) => {
    const { press, resize, see } = await opened()
    await press("enter")
    await see("In words")
    resize({ columns, rows: 15 })
    await see(/^.*1 Call {2}2 Events {2}\[3 Stats\] {2}4 JSON$/m)
  })

  test("are shown as numbers on t, and lead to the other tabs by their digits", async () => {
    const { press, see } = await opened()
    await press("enter", "t", "tab")
    await see("PACKET LOSS", "Linus Torvalds · 2 of 2 · 1 of 151 moments")
    await press("1")
    await see("[1 Call]", "Recording")
  })

  test("stay open below the help, and close with the screen", async () => {
    const { press, see, seeNo } = await opened()
    await press("enter", "right", "?")
    await see("Help\n")
    await press("esc")
    await see("cursor 00:00:05 (+0:05)")
    await press("g", "u")
    await see("Users 1 of")
    await press("g", "c")
    await see("Calls 3 of 3")
    await seeNo("cursor 00:00:05")
  })

  test("are read again on R, at the same moment", async () => {
    const { asked, press, see } = await opened()
    await press("enter", "right")
    await see("cursor 00:00:05 (+0:05)")
    const before = asked()
    await press("R")
    await see("● live", "cursor 00:00:05 (+0:05)")
    expect(asked()).toBe(before + 1)
  })

  test("show why they could not be read again, and stay", async () => {
    const { press, see, seeNo, wire } = await opened()
    await press("enter", "right")
    await see("cursor 00:00:05 (+0:05)")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    await see("offline since", "✗ No connection to", "R tries again.", "cursor 00:00:05 (+0:05)")
    wire.disturb = (_, __, request) => Wire.json(request, 403, "You were not in this call.")
    await press("R")
    await see("✗ The service refused to read", "R tries again.", "cursor 00:00:05 (+0:05)")
    wire.disturb = undefined
    await press("R")
    await see("● live", "cursor 00:00:05 (+0:05)")
    await seeNo("tries again")
  })

  test("are copied to the clipboard as CSV", async () => {
    const { output, press, see } = await opened()
    await press("enter", "y")
    await see("302 records of 2 people sent to the clipboard as CSV.")
    const [, sent = ""] = /\]52;c;([\w+/=]*)/.exec(output.join("")) ?? []
    const lines = Buffer.from(sent, "base64").toString().split("\n")
    expect(lines).toHaveLength(304)
    expect(lines[1]).toMatch(/^Ada Lovelace,2025-12-31T00:00:00.000Z,\d+,\d+,good,\d+,\d+,good$/)
  })

  test("have no charts for a call that nobody answered", async () => {
    const { press, see, seeNo } = await opened()
    await press("tab", "k", "tab")
    await see("Calls 2 of 3", "Nothing was measured of this call.")
    await press("enter")
    await see("Nothing was measured of this call.")
    await seeNo("In words")
  })
})
