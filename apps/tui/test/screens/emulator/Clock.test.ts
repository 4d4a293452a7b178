import { describe, test } from "vitest"

import { opened } from "./openEmulator.ts"

describe("the clock of an emulator", () => {
  test("moves the clock, and back", async () => {
    const { press, see } = await opened()
    await press("D")
    await see("the clock is 31 days later", /2026-04-02 10:00:00 +machine \+31d/)
    await press("h")
    await see("machine +31d 1h")
    await press("space")
    await see("the clock is running again.", "×1")
    await press("z", "z")
    await see(/2026-04-02 10:00:00 +machine \+31d /, "stopped")
    await press("z")
    await see(/2026-03-02 10:00:00 +machine's time/)
  })

  test("is not marked, as there is no other", async () => {
    const { press, see, seeNo } = await opened()
    await press("v")
    await see("Nothing was marked: there is only one clock.")
    await press("ctrl+p", "mark")
    await see("Commands")
    await seeNo("mark or unmark", "mark all")
  })

  test("sets the clock, and reports an invalid time", async () => {
    const { press, see } = await opened()
    await press("enter", "soon", "tab", "tab", "enter")
    await see("✗ To is not a time such as 2030-01-01T00:00:00Z.")
    await press("ctrl+u", "2030-01-01T00:00:00Z", "tab", "tab", "enter")
    await see("the clock is set.", "2030-01-01 00:00:00")
    await press("z")
    await see(/2026-03-02 10:00:00 +machine's time/)
  })

  test.each(["fast", "2030-01-01"])("shows an error in the form for the speed %s", async (speed) => {
    const { press, see } = await opened()
    await press("t", "tab", "tab", speed, "enter")
    await see("✗ Speed is not a number.", `${speed}▏`)
    await press("ctrl+u", "2", "enter")
    await see("the clock is set.", "×2")
  })
})
