import { describe, expect, test } from "vitest"

import { keymap, keyText } from "../../src/keymap/keymap.ts"
import { start } from "../support/start.ts"

describe("help", () => {
  test("shows every key of the keymap, and closes", async () => {
    const { press, see, text } = start({ columns: 140, rows: 110 })
    await see("Users 1 of 4")
    await press("?")
    await see("Every list", "delete (cannot be undone)")
    for (const { keys, label } of keymap) {
      expect(text()).toContain(label)
      expect(text()).toContain(keys.map(keyText).join(" "))
    }
    await press("?")
    await see("Users 1 of 4")
  })

  test("scrolls where it does not fit", async () => {
    const { press, see } = start({ columns: 60, rows: 14 })
    await see("Users 1 of 4")
    await press("?")
    await see(/more lines below/, "deactivate")
    for (let line = 0; line < 160; line++) await press("j")
    await see("delete to the start")
    await press("k", "q")
    await see("Users 1 of 4")
  })
})
