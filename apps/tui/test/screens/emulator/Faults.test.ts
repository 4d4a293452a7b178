import { describe, test } from "vitest"

import { opened } from "./openEmulator.ts"

describe("the faults of an emulator", () => {
  test("adds faults that requests meet, and removes and restores them", async () => {
    const { advance, press, see } = await opened()
    await press("f", "b")
    await see("✓ fault-1 is on.", /fault-1 +\* +503/)
    await press("g", "u", "R")
    // as long as the request is tried again by itself
    for (let seconds = 0; seconds < 10; seconds++) await advance("1 second")
    await see("✗ The service answered 503")
    await press("esc", "g", "e", "R", "enter")
    await see("Fault fault-1", /Does +503/)
    await press("esc")
    await see(/fault-1 +\* +503.* [1-9]\d*║/, /✗ 503 .*fault-1/)
    await press("D")
    await see("✓ fault-1 is removed", "There are no faults yet.")
    await press("z")
    await see("✓ Undone: ", /fault-2 +\* +503/)
    await press("Z")
    await see("There are no faults yet.")
  })

  test("shows the error of an invalid fault", async () => {
    const { press, see } = await opened()
    await press("f", "n", "tab", "sometimes", ...Array<string>(7).fill("tab").slice(1), "enter")
    await see(/takes a status such as 503, 429:10/)
  })

  test("selects the next fault after one was removed, or the one before the last", async () => {
    const { press, see, seeNo } = await opened()
    await press("f")
    for (const does of ["503", "504", "505"]) {
      await press("n", "tab", does, "tab", "tab", "tab", "tab", "tab", "tab", "enter")
      await see(new RegExp(`fault-\\d +\\* +${does}`))
    }
    await press("home", "D")
    await see("is removed", "Faults · 1 of 2", /❯ +fault-2/)
    await seeNo("that was selected is gone")
    await press("D")
    await see("fault-2 is removed", "Faults · 1 of 1", /❯ +fault-3/)
    await press("D")
    await see("fault-3 is removed", "There are no faults yet.")
    await seeNo("that was selected is gone")
  })
})
